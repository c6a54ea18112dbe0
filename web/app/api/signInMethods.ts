import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "./apiQuery.ts";

/** The query for the ways into the user's account. The data is stale after ten seconds. */
export const signInMethodsQuery = { ...apiQuery("/api/user/sign-in-methods"), staleTime: 10_000 };

/**
 * Whether the user's account has a password, which forms then ask for. The page must preload
 * `signInMethodsQuery`.
 */
export function useHasPassword(): boolean {
  return useQuery(signInMethodsQuery).data?.password.isSet ?? true;
}
