import { WAITING_DELIVERY } from "./insertMailedNotifications.ts";
import { decisionParameters } from "./insertModeration.ts";
import type { SqlFixtures } from "./createSqlFixtures.ts";
import {
  ENDPOINT_ID,
  IMPORT_ID,
  IMPORTED_IDS,
  LOGO_ID,
  OTHER_LOGO_ID,
  PICTURE_ID,
  SECRET_ID,
} from "./createSqlFixtures.ts";

/**
 * One set of values for the parameters of statements. The ids refer to rows of company A whose ids
 * also exist in company B, to private rows, or to rows that only company B has.
 */
interface ParameterSet {
  board: number;
  item: number;
  /** The item into which `item` is merged. */
  target: number;
  comment: number;
  activity: number;
  change: number;
  view: number;
  entry: number;
  changelogLabel: number;
  export: number;
  category: number;
  logo: string;
  user: number;
  /** The account that claims the content of an imported person. */
  claimantId: number;
  canSeePrivate: boolean;
  pattern: string;
  customDomain: string;
  /** The sort key of the cursor: a number of votes or a date. */
  cursorKey: string;
}

/**
 * Returns several sets of values, by name, for all parameters that statements of one company use.
 */
export function listParameterSets({
  companyId,
  ids,
  strayActivityId,
  otherIds,
  userId,
  strangerId,
}: SqlFixtures): Record<string, unknown>[] {
  const own = {
    board: ids.publicBoard,
    item: ids.publicItem,
    target: ids.privateItem,
    comment: ids.comment,
    activity: ids.activity,
    change: ids.change,
    view: ids.view,
    entry: ids.entry,
    changelogLabel: ids.label,
    export: ids.export,
    category: ids.category,
    logo: LOGO_ID,
    user: strangerId,
    claimantId: userId,
    canSeePrivate: false,
    pattern: "%",
    customDomain: "a.example.com",
    cursorKey: "1000000",
  };
  // Text that occurs in B's item, but not in A's item with the same id.
  const textOfB = { pattern: "%B P%", customDomain: "b.example.com" };
  // The text index can find these patterns, because they contain several consecutive letters.
  const words = { own: { pattern: "%item%" }, ofB: { pattern: "%B Private%" } };
  const onlyTheirs = {
    ...own,
    ...otherIds,
    logo: OTHER_LOGO_ID,
    user: strangerId,
    claimantId: IMPORTED_IDS[1],
    canSeePrivate: true,
  };
  return [
    own,
    { ...own, ...words.own, activity: strayActivityId },
    { ...own, ...textOfB, board: ids.privateBoard, item: ids.privateItem },
    { ...own, ...textOfB, ...words.ofB, board: ids.privateBoard, item: ids.privateItem },
    { ...own, user: userId, canSeePrivate: true, cursorKey: "2100-01-01T00:00:00Z" },
    { ...own, item: ids.mergedItem, export: ids.runningExport },
    { ...own, item: ids.mergedItem, user: userId, canSeePrivate: true },
    { ...own, item: ids.hiddenSource, target: ids.publicItem },
    { ...own, item: ids.closedItem },
    { ...own, item: ids.pendingItem, comment: ids.pendingComment },
    onlyTheirs,
  ].map((set) => parametersFor(companyId, [ids.publicBoard, ids.privateBoard], set));
}

/** Fields that partial updates change, except `boardCategoryId`. */
const CHANGED = (
  "name slug title description category status boardId website isPrivate allowCustomerSignUp " +
  "stripeCustomerId moderation filters url events boardIds includesPrivate"
).split(" ");

function parametersFor(
  companyId: number,
  boardIds: number[],
  {
    board,
    item,
    target,
    comment,
    category,
    activity,
    change,
    view,
    entry,
    changelogLabel,
    logo,
    user,
    ...rest
  }: ParameterSet,
): Record<string, unknown> {
  const { export: exportId, ...set } = rest;
  const filters = { sort: "date" };
  return {
    companyId,
    exportId,
    requesterId: user,
    slices: 0,
    rowsDone: 1,
    storedBytes: 1,
    file: "items.csv",
    position: 1,
    part: 0,
    canSeeAddresses: set.canSeePrivate,
    canSeeDrafts: set.canSeePrivate,
    isTeam: set.canSeePrivate,
    updatedSince: "2000-01-01T00:00:00.000Z",
    until: "2100-01-01T00:00:00.000Z",
    userIds: [user],
    afterUserId: 0,
    afterRole: "",
    boardId: board,
    boardIds,
    feedbackId: item,
    targetId: target,
    targetIds: [target],
    sourceIds: [item],
    viewId: view,
    entryId: entry,
    labelId: changelogLabel,
    labelIds: [changelogLabel],
    label: changelogLabel,
    itemIds: [item],
    body: "Changed",
    bodyMarkdown: null,
    version: "2",
    at: "2100-01-01T00:00:00Z",
    tells: ["followers"],
    completesItems: true,
    publisherId: user,
    color: "#445566",
    prefix: "entry",
    slugs: ["entry", "b-entry"],
    row: JSON.stringify({ company_id: companyId, id: 904, title: "E", slug: "restored" }),
    newEntries: JSON.stringify([
      { position: 1, title: "E", slug: "imported", body: "", labels: [], feedback_ids: [item] },
    ]),
    writtenEntries: JSON.stringify([{ id: entry }]),
    labels: ["Label"],
    items: ["Public item"],
    editorId: user,
    publishedDaysAgo: 1,
    filters: '{"sort":"votes"}',
    unansweredIds: [item],
    closeReason: "other",
    closings: JSON.stringify([
      { feedbackId: item, closedAt: "2026-01-01T00:00:00Z", reason: "other" },
    ]),
    undoKind: "closing",
    withdrawn: JSON.stringify([
      { feedbackId: item, createdAt: "2026-01-01T00:00:00Z", isFollowing: false },
    ]),
    boardCategoryIds: [category],
    assigneeIds: [user],
    voterId: user,
    recordedById: null,
    isFollowing: true,
    visibility: "public",
    isByTeam: false,
    foundIds: [item],
    commentId: comment,
    commentIds: [comment, 903],
    subjectId: comment,
    isInternal: false,
    answersId: null,
    mentionedIds: "[]",
    emoji: "👍",
    answers: JSON.stringify([{ id: comment, key: "id:1" }]),
    reactions: JSON.stringify([
      { comment_id: comment, user_id: user, emoji: "🎉", created_at: "2026-01-01T00:00:00Z" },
    ]),
    isSuspected: false,
    blockedById: user,
    reason: "spam",
    moderation: "all",
    since: "2000-01-01T00:00:00Z",
    activityId: activity,
    changeId: change,
    changeIds: [change],
    feedbackIds: [item],
    assigneeId: user,
    activities: JSON.stringify([
      { feedback_id: item, kind: "status_changed", data: {}, consumers: ["notifyFollowers"] },
    ]),
    changes: JSON.stringify([
      {
        feedbackId: item,
        fromStatus: "new",
        toStatus: "planned",
        isSilent: false,
        wasAnswered: true,
        activityId: activity,
      },
    ]),
    entries: JSON.stringify([{ action: "board", subject: "Something", details: {} }]),
    deliveryId: WAITING_DELIVERY,
    endpointId: ENDPOINT_ID,
    endpointKind: "webhook",
    secretId: SECRET_ID,
    sealed: Buffer.from("Changed"),
    loginUrl: "https://b.example.com/login",
    method: "secret",
    jwksUrl: null,
    externalKey: "org-7",
    plan: "Free",
    monthlySpend: 0,
    url: "https://a.example.com/in",
    address: "https://a.example.com/in",
    secret: Buffer.from("A"),
    events: ["vote.created"],
    includesPrivate: false,
    isOn: true,
    offReason: "failing",
    issuer: "https://a.example.com",
    clientId: "A",
    clientSecret: Buffer.from("A"),
    nameClaim: "name",
    pictureClaim: null,
    adminClaim: null,
    adminValue: null,
    signsOut: false,
    offersSignOut: false,
    emergencyAdminId: user,
    domain: "a.example.com",
    token: "c".repeat(32),
    host: "a.example.com",
    eventId: "msg_2",
    type: "vote.created",
    attempts: 1,
    isAccepted: true,
    retrySeconds: null,
    answer: "{}",
    onlyFailed: false,
    onlyPrivate: false,
    kept: 1,
    activityIds: [activity],
    consumers: ["webhooks"],
    deliveries: JSON.stringify([
      {
        endpointId: ENDPOINT_ID,
        eventId: "msg_3",
        type: "vote.created",
        body: "{}",
        isPrivate: false,
      },
    ]),
    pace: "immediate",
    response: "250 OK",
    seconds: 60,
    ids: [1, item],
    consumer: "notifyFollowers",
    progress: "1",
    delaySeconds: 300,
    mustConfirm: false,
    isSilent: false,
    state: "sent",
    categoryId: category,
    boardCategoryId: category,
    fileId: logo,
    viewerId: user,
    userId: user,
    actorId: user,
    ...set,
    pictureId: PICTURE_ID,
    pictureIds: [PICTURE_ID],
    textPart: "description",
    uploaderId: user,
    width: 9,
    height: 9,
    isInStore: false,
    isSmall: false,
    smallContent: null,
    objectKey: "pictures/1/a/full.webp",
    spared: 0,
    name: "Renamed",
    slug: "renamed",
    // The title of an item, so that similar items are found.
    title: "Public item",
    exceptId: null,
    description: "Changed",
    content: "Changed",
    data: "{}",
    origin: "http://localhost",
    note: "Changed",
    website: null,
    isPrivate: false,
    changed: CHANGED,
    category: "feature",
    status: "new",
    fromStatus: "new",
    toStatus: "planned",
    level: "status",
    brandingSettings: '{"primaryColor":"#112233"}',
    contentType: "image/png",
    problem: "None",
    allowCustomerSignUp: true,
    roadmapOrder: "manual",
    actorUsername: "someone",
    action: "board",
    subject: "Something",
    details: "{}",
    ip: "::1",
    from: "2000-01-01",
    to: "2100-01-01",
    kind: "s",
    key: "2100-01-01T00:00:00Z",
    id: 1_000_000,
    cursorId: 1_000_000,
    afterId: 0,
    afterName: "",
    beforeId: 1_000_000,
    place: 0,
    rows: 100,
    username: "newcomer@example.com",
    timeZone: "UTC",
    passwordHash: "none",
    fullName: "New Comer",
    role: "user",
    firstRole: "company_admin",
    lastRole: "company_admin",
    usernameKey: "invited@example.com",
    invitationId: 1,
    tokenHash: Buffer.alloc(32),
    keyHash: Buffer.alloc(32, 2),
    requestHash: Buffer.alloc(32),
    apiKeyId: 1,
    idempotencyKey: "key",
    attempt: "00000000-0000-4000-8000-000000000000",
    hint: "abcd",
    scopes: ["feedback:read"],
    linkTokenHash: Buffer.alloc(32, 1),
    homeCompanyId: companyId,
    codeHash: Buffer.alloc(32),
    challenge: Buffer.alloc(32),
    ageDays: 1,
    days: 30,
    votes: 1,
    importId: IMPORT_ID,
    apiKey: "key",
    oldPath: "/posts/1",
    section: "file",
    sections: ["file"],
    nextPart: 1,
    deflated: Buffer.from("A"),
    recordKind: "item",
    entryKind: "comment",
    beforePosition: 10,
    afterKey: "",
    afterDate: "",
    positions: [2],
    source: "csv",
    fileName: "c.csv",
    keys: ["id:1", "id:2"],
    bytes: 1,
    recordBytes: 1,
    runState: "done",
    layout: "{}",
    mapping: "{}",
    names: "[]",
    counts: "[]",
    preview: "{}",
    plannedRecords: JSON.stringify([
      { position: 3, kind: "item", line: 3, key: "id:2", title: "Planned", fate: "new" },
    ]),
    writtenViews: JSON.stringify([{ position: 2, id: 5 }]),
    newItems: JSON.stringify([
      { position: 2, key: "id:2", fields: importedFields({ board, category }), assignee_id: user },
    ]),
    itemChanges: JSON.stringify([
      {
        position: 2,
        feedbackId: item,
        fields: importedFields({ board, category }),
        isPrivate: false,
        record: {},
      },
    ]),
    importedEntries: JSON.stringify([{ key: "id:3", id: comment }]),
    newComments: JSON.stringify([
      { position: 3, feedback_id: item, user_id: user, content: "Imported", visibility: "public" },
    ]),
    newStatusChanges: JSON.stringify([{ position: 3, feedback_id: item, to_status: "planned" }]),
    viewNames: ["View", "B View"],
    newViews: JSON.stringify([
      { position: 3, name: "Of a board", filters, board_id: board },
      { position: 4, name: "Of a category", filters, board_category_id: category },
      { position: 5, name: "Of an assignee", filters, assignee_id: user },
    ]),
    importedViews: JSON.stringify(
      ["View", "B View"].map((name) => {
        return { id: view, name, filters, board_id: board, board_category_id: category };
      }),
    ),
    newVotes: JSON.stringify([{ feedback_id: item, user_id: user }]),
    newFollows: JSON.stringify([{ feedback_id: item, user_id: user, level: "all" }]),
    statusChangeIds: [change],
    createdAts: [null],
    mergedFromIds: [null],
    levels: ["all"],
    mergedAt: "2000-01-01T00:00:00Z",
    // The names of all accounts of the fixtures.
    usernameKeys: Array.from({ length: 100 }, (_, id) => `user${String(id)}`),
    newPeople: JSON.stringify([{ username: "new@example.invalid", fullName: "Imported" }]),
    people: JSON.stringify([{ key: "new", username: "imported@example.invalid" }]),
    personId: user,
    claimedId: IMPORTED_IDS[1],
    ...decisionParameters({ board, category, item, user }),
  };
}

/** The fields of an item that an import writes. */
function importedFields({ board, category }: Pick<ParameterSet, "board" | "category">) {
  return {
    title: "Planned",
    description: "Planned",
    status: "new",
    category: "feature",
    boardId: board,
    boardCategoryId: category,
    unnamedVotes: 1,
  };
}
