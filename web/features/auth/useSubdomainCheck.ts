import { useQuery } from "@tanstack/react-query";
import { authApi } from "#contract/auth.ts";
import { subdomain as subdomainSchema } from "#contract/fields.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useDebounced } from "#web/ui/useDebounced.ts";

/** Milliseconds without a key press after which a subdomain is checked. */
const DEBOUNCE_MS = 400;

interface CheckedSubdomain {
  /** Why the subdomain cannot be used; undefined if no problem is known. */
  readonly problem: string | undefined;
  /** Whether the server has found the subdomain to be free. */
  readonly isFree: boolean;
}

/**
 * Checks a subdomain while the user types it. A failed check shows nothing, because the
 * registration checks the subdomain again. No check is sent during or after the registration,
 * because the server refuses checks by signed-in users.
 */
export function useSubdomainCheck(typed: string, isRegistering: boolean): CheckedSubdomain {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const isSettled = settled === typed && typed !== "";
  const checked = subdomainSchema.safeParse(typed);
  const query = { subdomain: checked.data ?? "" };
  const { data } = useQuery({
    ...apiQuery(authApi.checkSubdomain, { query }),
    enabled: isSettled && checked.success && !isRegistering,
  });
  if (!isSettled) return { problem: undefined, isFree: false };
  const problems = { free: undefined, reserved: RESERVED, taken: TAKEN };
  return {
    problem: checked.error?.issues[0]?.message ?? (data && problems[data.state]),
    isFree: data?.state === "free",
  };
}

const RESERVED = "This subdomain is reserved";
/**
 * The server's message for a registration with a taken subdomain (docs/product-decisions.md
 * "HTTP").
 */
const TAKEN = "Subdomain is already taken";
