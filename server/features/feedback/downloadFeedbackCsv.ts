import type { FeedbackItem } from "#contract/feedback.ts";
import { CSV_LIMIT } from "#contract/feedbackCsv.ts";
import type { feedbackCsvApi } from "#contract/feedbackCsv.ts";
import { FEEDBACK_CATEGORY_LABELS, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { listBoards } from "#server/features/boards/boards.queries.ts";
import { listCategories } from "#server/features/categories/categories.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { listAssigneesOfItems } from "./assignees.queries.ts";
import { csvFile } from "#server/platform/text/csv.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { checkListQuery, listFeedbackPage } from "./listFeedbackPage.ts";

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
  const { db, visibility, query } = context;
  const asked = { ...query, limit: PAGE, cursor: undefined };
  checkListQuery(asked, visibility);
  const columns = await columnsOf(context);
  return csvFile(
    columns.map(({ name }) => name),
    rowsByPage(),
  );

  async function* rowsByPage() {
    let left = CSV_LIMIT;
    let cursor: string | undefined;
    do {
      const page = await listFeedbackPage(db, visibility, { ...asked, cursor });
      const items = page.items.slice(0, left);
      yield items.map((item) => columns.map(({ valueOf }) => valueOf(item)));
      left -= items.length;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && left > 0);
  }
}

interface Column {
  readonly name: string;
  readonly valueOf: (item: FeedbackItem) => string | number | null;
}

async function columnsOf({ db, tenantId: companyId }: CsvContext): Promise<Column[]> {
  const [boards, categories, assignees] = await Promise.all([
    db.all(listBoards, { companyId, canSeePrivate: true, afterId: 0, place: 0, rows: NAMES }),
    db.all(listCategories, { companyId, canSeePrivate: true, afterName: "", rows: NAMES }),
    db.all(listAssigneesOfItems, { companyId }),
  ]);
  const boardNames = new Map(boards.map(({ id, name }) => [id, name]));
  const topics = new Map(categories.map(({ id, name }) => [id, name]));
  const people = new Map(assignees.map(({ id, fullName }) => [id, fullName]));
  return [
    { name: "ID", valueOf: ({ id }) => id },
    { name: "Title", valueOf: ({ title }) => title },
    { name: "Description", valueOf: ({ description }) => description },
    { name: "Status", valueOf: ({ status }) => FEEDBACK_STATUS_LABELS[status] },
    { name: "State", valueOf: ({ state }) => state },
    { name: "Category", valueOf: ({ category }) => FEEDBACK_CATEGORY_LABELS[category] },
    { name: "Board", valueOf: ({ boardId }) => boardNames.get(boardId) ?? null },
    { name: "Topic", valueOf: ({ boardCategoryId: id }) => topics.get(id) ?? null },
    { name: "Assignee", valueOf: ({ assigneeId: id }) => (id && people.get(id)) || null },
    { name: "Votes", valueOf: ({ votes }) => votes },
    { name: "Comments", valueOf: ({ commentsCount }) => commentsCount },
    { name: "Created", valueOf: ({ createdAt }) => createdAt },
  ];
}
