import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#contract/users.ts";
import { mfaStatusQuery } from "./mfaStatusQuery.ts";
import { sessionsQuery } from "./sessionsQuery.ts";

interface Visit {
  readonly client: QueryClient;
  readonly user: User | null;
}

/** What /settings needs. Never rejects: the cards show the failure. */
export async function preloadSecurity({ client, user }: Visit): Promise<void> {
  if (user) await Promise.allSettled([client.query(sessionsQuery), client.query(mfaStatusQuery)]);
}

/** What the set-up of a second factor needs. Never rejects, either. */
export async function preloadMfa({ client, user }: Visit): Promise<void> {
  if (user) await Promise.allSettled([client.query(mfaStatusQuery)]);
}
