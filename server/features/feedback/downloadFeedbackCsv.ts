import type { FeedbackItem } from "#contract/feedback.ts";
import { CSV_LIMIT } from "#contract/feedbackCsv.ts";
import type { feedbackCsvApi } from "#contract/feedbackCsv.ts";
import type { NamesById } from "#contract/feedbackFields.ts";
import { csvValue, describeField, FEEDBACK_FIELD_NAMES } from "#contract/feedbackFields.ts";
import { listBoards } from "#server/features/boards/boards.queries.ts";
import { listCategories } from "#server/features/categories/categories.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { listAssigneesOfItems } from "./assignees.queries.ts";
import { csvFile } from "#server/platform/text/csv.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listFeedback } from "./feedbackList.queries.ts";
import { checkListQuery, listFeedbackPage, readListQuery } from "./listFeedbackPage.ts";
import { findAllMatches } from "./searchFeedback.ts";
import { rowsOfPage } from "#server/platform/http/keysetCursor.ts";

/** Limits downloads, because each download reads up to a hundred pages of the list. */
export const csvLimit = byAccount({ name: "csv-account", attempts: 30, windowSeconds: 60 * 60 });

const PAGE = 100;

/**
 * Maximum number of boards, and of categories, whose names are loaded for a CSV file. This is more
 * than the default quotas.
 */
const NAMES = 1_000;

type CsvContext = Handled<typeof feedbackCsvApi.download, TenantUserContext>;

/** Returns the items of a list as CSV, page by page while the client reads. */
export async function downloadFeedbackCsv(context: CsvContext): Promise<AsyncIterable<string>> {
  const { visibility, query } = context;
  checkListQuery({ ...query, cursor: undefined }, visibility);
  const names = await loadNames(context);
  return csvFile(
    FEEDBACK_FIELD_NAMES.map((field) => describeField(field).label),
    linesOf(),
  );

  async function* linesOf() {
    for await (const items of pagesOf(context))
      yield items.map((item) =>
        FEEDBACK_FIELD_NAMES.map((field) => csvValue(field, item[field], names)),
      );
  }
}

function pagesOf({
  db,
  visibility,
  query,
  isAbandoned,
}: CsvContext): AsyncIterable<FeedbackItem[]> {
  const all = { ...query, cursor: undefined };
  const asked = readListQuery(all, visibility, PAGE);
  return asked.isSearch ? searched() : listed();

  async function* listed() {
    let left = CSV_LIMIT;
    let cursor: string | undefined;
    do {
      const page = await listFeedbackPage(db, visibility, { ...all, limit: PAGE, cursor });
      const items = page.items.slice(0, left);
      yield items;
      left -= items.length;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && left > 0);
  }

  /** Finds all matches once, and then loads them by their ids. */
  async function* searched() {
    const ids = await findAllMatches(db, asked, isAbandoned);
    const load = listFeedback({ ...asked.shape, bySearch: "ids" });
    for (let at = 0; at < ids.length;) {
      const foundIds = ids.slice(at, at + PAGE);
      const items = rowsOfPage(await db.all(load, { ...asked.params, foundIds }), PAGE);
      yield items;
      // A page of long descriptions has fewer items. Items that were deleted meanwhile are missing.
      const last = items.at(-1);
      at +=
        last && items.length < foundIds.length ? foundIds.indexOf(last.id) + 1 : foundIds.length;
    }
  }
}

async function loadNames({ db, tenantId: companyId }: CsvContext): Promise<NamesById> {
  const [boards, categories, assignees] = await Promise.all([
    db.all(listBoards, { companyId, canSeePrivate: true, afterId: 0, place: 0, rows: NAMES }),
    db.all(listCategories, { companyId, canSeePrivate: true, afterName: "", rows: NAMES }),
    db.all(listAssigneesOfItems, { companyId }),
  ]);
  const boardNames = new Map(boards.map(({ id, name }) => [id, name]));
  const topics = new Map(categories.map(({ id, name }) => [id, name]));
  const people = new Map(assignees.map(({ id, fullName }) => [id, fullName]));
  return {
    board: (id) => boardNames.get(id) ?? null,
    boardCategory: (id) => topics.get(id) ?? null,
    member: (id) => people.get(id) ?? null,
  };
}
