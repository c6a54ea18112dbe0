import { companiesApi } from "#contract/companies.ts";
import { feedbackApi } from "#contract/feedback.ts";

export interface RefetchRule {
  /** Milliseconds until the data is stale. */
  readonly staleTime: number;
  readonly refetchOnWindowFocus?: boolean;
}

const feedbackList: RefetchRule = { staleTime: 10_000, refetchOnWindowFocus: true };

/**
 * The exceptions to the defaults of `createQueryClient`, by endpoint path. An exception for only
 * one query is defined in the file of that query, so that screens without the query do not load the
 * exception. Source: docs/specification.md "7. Calls", "9. Business constants and limits".
 */
const REFETCH_RULES: Readonly<Record<string, RefetchRule>> = {
  [feedbackApi.list.path]: feedbackList,
  [feedbackApi.listOnBoard.path]: feedbackList,
  [companiesApi.get.path]: { staleTime: 0 },
};

/** Returns the rule of one endpoint. The rule is empty if the defaults apply. */
export function refetchRuleOf(path: string): Partial<RefetchRule> {
  return REFETCH_RULES[path] ?? {};
}
