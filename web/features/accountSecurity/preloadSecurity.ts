import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#contract/users.ts";
import { mfaStatusQuery } from "./MfaLoader.tsx";
import { sessionsQuery } from "./SessionsCard.tsx";

interface Visit {
  readonly client: QueryClient;
  readonly user: User | null;
}

/**
 * Preloads the queries of sessions and of the second factor for /settings. Never rejects: the cards
 * display errors.
 */
export async function preloadSecurity({ client, user }: Visit): Promise<void> {
  if (!user) return;
  await Promise.allSettled([client.infiniteQuery(sessionsQuery), client.query(mfaStatusQuery)]);
}

/** Preloads the query of the second-factor setup. Never rejects: the page displays the error. */
export async function preloadMfa({ client, user }: Visit): Promise<void> {
  if (user) await Promise.allSettled([client.query(mfaStatusQuery)]);
}
