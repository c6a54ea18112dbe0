import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import type { FeedbackQuery } from "#contract/feedbackQuery.ts";
import type { SavedView, savedViewsApi, ViewCount } from "#contract/savedViews.ts";
import { COUNTED_VIEWS } from "#contract/savedViews.ts";
import { listViews } from "./savedViews.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { countFeedback, isCountLimited } from "../feedbackList.queries.ts";
import { readListQuery } from "../listFeedbackPage.ts";
import { searchFeedback } from "../searchFeedback.ts";

/** Milliseconds after which no further search is started. */
const SEARCH_MS = 500;

type CountContext = Handled<typeof savedViewsApi.counts, TenantUserContext>;

/**
 * Counts the items of the company's saved views. The cost is bounded: stored counters, or up to
 * 1,000 items of each view; views with a search are counted one after the other, for a limited time.
 */
export async function countViews(context: CountContext): Promise<ViewCount[]> {
  const { db, tenantId: companyId } = context;
  const views = (await db.all(listViews, { companyId })).slice(0, COUNTED_VIEWS);
  const counted = await Promise.all(
    views.filter((view) => !isSearch(view)).map((view) => countView(context, view)),
  );
  const until = performance.now() + SEARCH_MS;
  for (const view of views.filter(isSearch)) {
    const uncounted = { id: view.id, total: null, isCapped: false };
    const count = performance.now() < until && (await countView(context, view).catch(() => null));
    counted.push(count || uncounted);
  }
  return counted;
}

const isSearch = ({ filters }: SavedView) => filters.search !== undefined;

async function countView(
  { db, visibility, isAbandoned }: CountContext,
  { id, filters }: SavedView,
): Promise<ViewCount> {
  const { status, boardId, state = "open", ...others } = filters;
  const query: FeedbackQuery = {
    ...others,
    status: status && [status],
    boardId: boardId === undefined ? undefined : [boardId],
    state,
    sort: "votes",
    limit: 1,
  };
  const asked = readListQuery(query, visibility, 1);
  const { shape, params } = asked;
  const found = asked.isSearch
    ? await searchFeedback(db, asked, isAbandoned)
    : await db.first(countFeedback(shape), params);
  const total = found?.total ?? 0;
  const isLimited = asked.isSearch || isCountLimited(shape);
  return { id, total, isCapped: isLimited && total >= SEARCH_COUNT_LIMIT };
}
