import { globSync } from "node:fs";
import { join } from "node:path";
import { CUSTOMER_SORTS } from "#contract/customers.ts";
import { MINE_FILTERS } from "#contract/feedbackFilters.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { MOVED_COLUMNS, SINGLE } from "#server/features/users/moveContent.queries.ts";
import type { SearchWay } from "#server/features/feedback/listFilters.queries.ts";

type AnyStatement = Statement<Record<string, unknown>, unknown>;

/** A prepared statement with its parameter names in the order of its placeholders. */
export interface ListedStatement {
  /** The name of the statement's export. If the export is a function, its arguments follow. */
  name: string;
  text: string;
  /** Names of `$1`, `$2`, …. Undefined for a constant. */
  parameters: (string | undefined)[];
  values: AnyStatement["values"];
}

/** Returns combinations of switches: none, all, each switch alone, and all but one switch. */
function shapesOf(...switches: string[]): Record<string, boolean>[] {
  const only = (...on: string[]) =>
    Object.fromEntries(switches.map((name) => [name, on.includes(name)]));
  return [
    only(),
    only(...switches),
    ...switches.map((name) => only(name)),
    ...switches.map((name) => only(...switches.filter((other) => other !== name))),
  ];
}

const FILTERS = ["byBoard", "byCategory", "byStatus", "byBoardCategory", "canSeePrivate"];

/**
 * Returns the combinations of `shapesOf` for the filters and these switches. A combination that
 * filters by status or board is returned twice: for one value and for several values.
 */
const listShapesOf = (...switches: string[]) =>
  shapesOf(...FILTERS, ...switches).flatMap((shape): Record<string, unknown>[] => {
    const { byBoard, byStatus } = shape;
    const of = (count: "one" | "several") => ({
      ...shape,
      byBoard: byBoard ? count : undefined,
      byStatus: byStatus ? count : undefined,
    });
    return byBoard || byStatus ? [of("one"), of("several")] : [of("one")];
  });
const SEARCH_WAYS = [undefined, "found", "far", "all", "scan", "ids"] satisfies (
  | SearchWay
  | undefined
)[];
const OPEN = { state: "open", rowFilters: {} };
/**
 * The lists of the viewer's items and of closed, assigned, unassigned and unanswered items. Each
 * list occurs with and without a search.
 */
const UNCOUNTED = [
  ...MINE_FILTERS.map((byMine) => Object.assign({ byMine }, OPEN)),
  { ...OPEN, state: "closed" },
  { ...OPEN, rowFilters: { assigneeId: "one" } },
  { ...OPEN, rowFilters: { assigneeId: "none" } },
  { ...OPEN, rowFilters: { unanswered: "true" } },
].flatMap((shape) => [shape, Object.assign({ bySearch: "scan" }, shape)]);
const AUDIT_SWITCHES = ["ofCompany", "bySearch", "byAction", "from", "to"];
const MAIL_SWITCHES = ["ofCompany", "hidesAddresses", "byState", "bySearch"];
const BOTH = [false, true];
const POSTS_OF_AUTHORS = ["feedback_item", "comment"].flatMap((table) =>
  ["account", "disowned"].map((author) => [table, author]),
);
const CUSTOMER_SHAPES = [null, "confirmed", "unconfirmed", "blocked", "imported"].map((state) => ({
  state,
  bySearch: state !== "blocked",
}));

/**
 * Arguments for each function that builds statements. The test fails for a function without an
 * entry.
 */
const FAMILIES: Record<string, unknown[][]> = {
  listTopItems: [["votes"], ["trending"]],
  listComments: [[21], [101]],
  listStatusChanges: [[21], [101]],
  listNotifications: [[21], [101]],
  countNotifications: [["unread"], ["all"]],
  markSomeRead: [["ids"], ["any"]],
  insertVote: [[true], [false]],
  listEntries: [
    [{ isAdmin: false }],
    [{ isAdmin: false, byLabel: true, bySearch: true, afterCursor: true }],
    [{ isAdmin: true }],
    [{ isAdmin: true, state: "draft", afterCursor: true }],
    [{ isAdmin: true, state: "published", afterCursor: true }],
  ],
  countEntries: [
    [{ isAdmin: false, byLabel: true, bySearch: true }],
    [{ isAdmin: true }],
    [{ isAdmin: true, state: "scheduled" }],
  ],
  listLinkableItems: [["ids"], ["completed"]],
  listFeedEntries: BOTH.map((byLabel) => [{ byLabel }]),
  listTimelineKeys: shapesOf("byLabel", "bySearch").map((shape) => [shape]),
  countTimeline: shapesOf("byLabel", "bySearch").map((shape) => [shape]),
  findFeedbackItem: [
    [{ viewerId: null, canSeePrivate: false }],
    [{ viewerId: 1, canSeePrivate: false }],
    [{ viewerId: 1, canSeePrivate: true }],
  ],
  listFeedback: [
    ...SEARCH_WAYS.flatMap((bySearch) =>
      listShapesOf("afterCursor", "signedIn").flatMap((shape) => [
        [{ ...OPEN, ...shape, bySearch, sort: "votes", rows: 21 }],
        [{ ...OPEN, ...shape, bySearch, sort: "date", rows: 101, withNotes: true }],
      ]),
    ),
    ...["trending", "discussed", "oldest"].flatMap((sort) =>
      listShapesOf("afterCursor").map((shape) => [{ ...OPEN, ...shape, sort, rows: 21 }]),
    ),
    ...listShapesOf("afterCursor")
      .filter(({ byStatus }) => byStatus === "one")
      .map((shape) => [{ ...OPEN, ...shape, sort: "roadmap", rows: 21 }]),
    // Other ways never continue a search that is ordered by the best match.
    ...["found", "scan", "ids"].flatMap((bySearch) =>
      listShapesOf("afterCursor").map((shape) => [
        { ...OPEN, ...shape, bySearch, sort: "match", rows: 21 },
      ]),
    ),
    ...UNCOUNTED.flatMap((uncounted) =>
      listShapesOf("afterCursor").flatMap((shape) => [
        [{ ...uncounted, ...shape, signedIn: true, sort: "votes", rows: 21 }],
        [{ ...uncounted, ...shape, signedIn: true, sort: "date", rows: 101 }],
      ]),
    ),
  ],
  countFeedback: [OPEN, ...UNCOUNTED].flatMap((uncounted) =>
    listShapesOf().map((shape) => [{ ...uncounted, ...shape }]),
  ),
  listPublicItems: [[1], [2]],
  listMatchingIds: ["found", "scan"].flatMap((way) =>
    ["votes", "date", "match"].flatMap((sort) =>
      listShapesOf().map((shape) => [way, { ...OPEN, ...shape, sort }]),
    ),
  ),
  findListEnd: ["near", "far"].flatMap((within) =>
    listShapesOf("afterCursor").map((shape) => [within, { ...OPEN, ...shape, sort: "votes" }]),
  ),
  listSimilarItems: shapesOf("byBoard", "canSeePrivate").map((shape) => [shape]),
  takePermittedUpdates: [[{ items: 1, updatesOfItem: 1, comment: 1, description: 1 }]],
  forgetRecentActivities: [[60]],
  lockFeedbackItems: [["change"], ["delete"]],
  findRowKeys: [
    ["comment", "user_id"],
    ["comment_reaction", "user_id"],
    ["user_vote", "user_id"],
    ["audit_entry", "actor_id"],
    ["site_audit_entry", "about_user_id"],
  ],
  deleteSomeFollowers: [["notification"], ["mail_delivery"], ["follow"]],
  removeAuthorFromSome: [["feedback_item"], ["comment"], ["status_change"]],
  moveSome: Object.entries(MOVED_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => [table, column]),
  ),
  deleteSomeDoubles: Object.keys(SINGLE).map((table) => [table]),
  listBlocksOf: [["user_id"], ["blocked_by_id"]],
  insertReport: [["feedback_id"], ["comment_id"]],
  deleteReports: [["feedback_id"], ["comment_id"]],
  lockImportedPost: POSTS_OF_AUTHORS,
  disownPost: POSTS_OF_AUTHORS,
  findModeratedPosts: [["feedback_id"], ["comment_id"]],
  listAuditEntries: shapesOf(...AUDIT_SWITCHES, "afterCursor").map((shape) => [shape]),
  countAuditEntries: shapesOf(...AUDIT_SWITCHES).map((shape) => [shape]),
  countAudience: BOTH.map((mustConfirm) => [mustConfirm]),
  listNotifiedChanges: [[100]],
  listMailDeliveries: shapesOf(...MAIL_SWITCHES).flatMap((shape) =>
    BOTH.map((after) => [shape, after]),
  ),
  countMailDeliveries: shapesOf(...MAIL_SWITCHES).map((shape) => [shape]),
  listDeliveries: shapesOf("byState", "byType").map((shape) => [shape]),
  countDeliveries: shapesOf("byState", "byType").map((shape) => [shape]),
  listUsers: BOTH.flatMap((bySearch) => BOTH.map((after) => [bySearch, after])),
  countListedUsers: BOTH.map((bySearch) => [bySearch]),
  listCompanies: ["name", "date"].flatMap((sort) =>
    BOTH.flatMap((s) => BOTH.map((after) => [sort, s, after])),
  ),
  listCustomers: CUSTOMER_SHAPES.flatMap((shape) =>
    CUSTOMER_SORTS.flatMap((sort) => BOTH.map((after) => [shape, sort, after])),
  ),
  countCustomers: CUSTOMER_SHAPES.map((shape) => [shape]),
  listUpdatedItems: listShapesOf().map((shape) => [{ ...shape, rows: 21 }]),
  findContext: [["session"], ["apiKey"]],
  countCompanies: BOTH.map((bySearch) => [bySearch]),
};

/**
 * Functions in *.queries.ts that build only a part of a statement (`viewersPart.queries.ts`), or
 * that run statements instead of building a statement. Other tests cover the functions that run
 * statements: `recount.test.ts` covers recounts, `ownData.test.ts` the download of an account's
 * data, `deleteOwnAccount.test.ts` the deletion of an account, `merging.test.ts` the unmerging of
 * an item, `undo.test.ts` what is stored for an undo, `pictures.test.ts` pictures in texts, and `readOnly.test.ts`
 * read-only companies and the transfer of unsubscriptions, `mergeAccounts.test.ts` the move of content.
 */
const NO_FAMILIES = new Set([
  "sourceColumns",
  "selectItem",
  "reactionsOf",
  "answeredComment",
  "formatOf",
  "sourceOf",
  "canSeeEntry",
  "nearDescription",
  "findOrCreatePeople",
  "findPeople",
  "plannedPerson",
  "entryColumns",
  "linkedItems",
  "attachPictures",
  "columnsOf",
  "canReadComment",
  "hasPictures",
  "refusePictures",
  "afterCursor",
  "insertActivity",
  "insertInbox",
  "deleteAccount",
  "deleteFollowers",
  "filterArguments",
  "findChosenCompany",
  "findOrInsertCompany",
  "findWrongCounts",
  "foundSource",
  "followLevel",
  "canSeeItem",
  "canSeeLinked",
  "isOnSeenBoard",
  "hasRoom",
  "hasRowFilter",
  "isCountLimited",
  "orderOf",
  "publicBoards",
  "hasVotedFor",
  "viewersPartOf",
  "isBlockedIn",
  "isLastCompanyAdmin",
  "isLastSuperAdmin",
  "isTeamMember",
  "isUncounted",
  "itemColumnsFor",
  "formatOf",
  "sourceColumns",
  "sourceOf",
  "itemConditions",
  "pictureUrl",
  "placedIds",
  "itemsOf",
  "listConditions",
  "listedItems",
  "listSource",
  "listUnsubscribed",
  "lockItems",
  "lockOwnAccount",
  "mineIds",
  "recountMovedComments",
  "moveContent",
  "moveIntoTarget",
  "moveIntoTargetWithCopies",
  "moveOutOfTargets",
  "mergeActivity",
  "mustWait",
  "offerUndo",
  "ofCompany",
  "placeMergedComments",
  "readAccountData",
  "recount",
  "requireAssignee",
  "requireRoom",
  "rowConditions",
  "rowFiltersOf",
  "scannedIds",
  "scannedItems",
  "searchSource",
  "setReadOnly",
  "shownUsername",
  "statusesOf",
  "unmergeBeforeDeletion",
  "unmergeItems",
  "unsubscribeAll",
  "withdrawInvitationsOf",
]);

const isStatement = (value: unknown): value is AnyStatement =>
  typeof value === "object" && value !== null && "text" in value && "values" in value;

/**
 * Lists the members of an exported group, each with the name `group.member`. An export that is no
 * group is listed by itself.
 */
function members([name, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== "object" || value === null || isStatement(value)) return [[name, value]];
  return Object.entries(value).map(([member, part]) => [`${name}.${member}`, part]);
}

const SERVER = join(ROOT, "server");

/**
 * Lists all prepared statements of the server. `server/operations/backup` is left out, because its
 * statements run as the owner on a separate connection.
 */
export async function listStatements(): Promise<ListedStatement[]> {
  const found = new Map<string, ListedStatement>();
  for (const file of globSync("**/*.queries.ts", { cwd: SERVER }).toSorted()) {
    if (file.startsWith("operations/backup/")) continue;
    const exported = (await import(/* @vite-ignore */ join(SERVER, file))) as Record<
      string,
      unknown
    >;
    for (const [name, value] of Object.entries(exported).flatMap(members)) {
      if (isStatement(value)) found.set(value.text, listed(name, value));
      else if (typeof value === "function" && !NO_FAMILIES.has(name)) {
        const family = value as (...shape: unknown[]) => AnyStatement;
        const shapes = FAMILIES[name];
        if (!shapes)
          throw new Error(`Say in FAMILIES with which arguments ${name} of ${file} is built`);
        for (const shape of shapes) {
          const built = family(...shape);
          found.set(built.text, listed(`${name} ${JSON.stringify(shape)}`, built));
        }
      }
    }
  }
  return [...found.values()];
}

function listed(name: string, { text, values }: AnyStatement): ListedStatement {
  const echo = new Proxy({}, { get: (_, key) => ({ parameter: String(key) }) });
  const parameters = values(echo).map(
    (value) => (value as { parameter?: string } | null)?.parameter,
  );
  return { name, text, parameters, values };
}
