import { commentsApi } from "#contract/comments.ts";
import { companiesApi } from "#contract/companies.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";

export interface RefetchRule {
  /** Milliseconds until the data counts as stale. */
  readonly staleTime: number;
  readonly refetchOnWindowFocus?: boolean;
  /** Milliseconds between two fetches while the data is on the screen. */
  readonly refetchInterval?: number;
}

const feedbackList: RefetchRule = { staleTime: 10_000, refetchOnWindowFocus: true };
const alwaysRefetched: RefetchRule = { staleTime: 0 };

/**
 * SPEC sections 7 and 9: the exceptions from 'data never stale, no refetch on focus or interval', by endpoint path.
 * What is missing here follows the defaults of `createQueryClient`.
 */
const REFETCH_RULES: Readonly<Record<string, RefetchRule>> = {
  [feedbackApi.list.path]: feedbackList,
  [feedbackApi.listOnBoard.path]: feedbackList,
  [commentsApi.list.path]: { staleTime: 5000, refetchOnWindowFocus: true, refetchInterval: 30_000 },
  [siteSettingsApi.get.path]: alwaysRefetched,
  [companiesApi.get.path]: alwaysRefetched,
};

/** The rule of one endpoint; empty where the defaults hold. */
export function refetchRuleOf(path: string): Partial<RefetchRule> {
  return REFETCH_RULES[path] ?? {};
}
