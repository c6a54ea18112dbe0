import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#contract/users.ts";
import { sessionsQuery } from "./sessionsQuery.ts";

/** What /settings needs. Never rejects: the cards show the failure. */
export async function preloadSecurity({ client, user }: { client: QueryClient; user: User | null }) {
  if (user) await Promise.allSettled([client.query(sessionsQuery)]);
}
