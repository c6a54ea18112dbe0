import { WAITING_DELIVERY } from "./insertMailedNotifications.ts";
import { decisionParameters } from "./insertModeration.ts";
import type { SqlFixtures } from "./createSqlFixtures.ts";
import { changelogParameters, ENTRY_ACTIVITY, SUBSCRIBER_IDS } from "./rows/changelogRows.ts";
import type { PICTURE_IDS } from "./rows/companyRows.ts";
import { companyParameters, LOGO_ID, OTHER_LOGO_ID } from "./rows/companyRows.ts";
import { importParameters } from "./rows/importRows.ts";
import { WAITING_ACTIVITY } from "./rows/notificationRows.ts";
import { signOnParameters } from "./rows/signOnRows.ts";
import { webhookParameters } from "./rows/webhookRows.ts";

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
  /** An address that gets the changelog by mail. */
  subscriber: number;
  picture: keyof typeof PICTURE_IDS;
  /** The slug of a new board, view or entry, or of the entry that is looked up. */
  slug: string;
  /** The sort key of the cursor of lists that have one key. */
  key: string;
  /** The new state of a mail or of a subscriber. */
  state: string;
  /** Whether texts are those of an item, and of no comment and no entry. */
  isAboutItem: boolean;
  export: number;
  category: number;
  logo: string;
  user: number;
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
    subscriber: SUBSCRIBER_IDS.subscribed,
    picture: "description" as const,
    slug: "renamed",
    key: "2100-01-01T00:00:00Z",
    state: "sent",
    isAboutItem: false,
    export: ids.export,
    category: ids.category,
    logo: LOGO_ID,
    user: strangerId,
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
    canSeePrivate: true,
  };
  const sets: ParameterSet[] = [
    own,
    { ...own, ...words.own, activity: strayActivityId, picture: "comment", slug: "entry" },
    { ...own, ...textOfB, board: ids.privateBoard, item: ids.privateItem, picture: "entry" },
    {
      ...own,
      ...textOfB,
      ...words.ofB,
      picture: "store",
      board: ids.privateBoard,
      item: ids.privateItem,
    },
    { ...own, slug: "entry", user: userId, canSeePrivate: true, cursorKey: "2100-01-01T00:00:00Z" },
    { ...own, item: ids.mergedItem, export: ids.runningExport },
    { ...own, item: ids.mergedItem, user: userId, canSeePrivate: true },
    { ...own, item: ids.hiddenSource, target: ids.publicItem, activity: ENTRY_ACTIVITY },
    {
      ...own,
      item: ids.closedItem,
      subscriber: SUBSCRIBER_IDS.pending,
      state: "unsubscribed",
      key: "2000-01-01T00:00:00Z",
    },
    { ...own, isAboutItem: true, key: "1000000" },
    { ...own, item: ids.pendingItem, comment: ids.pendingComment, activity: WAITING_ACTIVITY },
    onlyTheirs,
  ];
  const boardIds = [ids.publicBoard, ids.privateBoard];
  // Only an account that can log in takes over the content of another.
  const claimant = { claimantId: userId, otherId: userId };
  return sets.map((set) => Object.assign(parametersFor(companyId, boardIds, set), claimant));
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
    subscriber,
    picture,
    isAboutItem,
    ...rest
  }: ParameterSet,
): Record<string, unknown> {
  const { export: exportId, ...set } = rest;
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
    itemIds: [item],
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
      { feedback_id: item, kind: "status_changed", data: {}, pending: {} },
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
    activityIds: [activity],
    given: JSON.stringify([{ id: activity, after_id: 0 }]),
    pending: "{}",
    limit: 100,
    finishedIds: [activity],
    nextId: activity,
    requireConfirmedEmail: false,
    words: ["e"],
    pace: "immediate",
    response: "250 OK",
    seconds: 60,
    ids: [1, item],
    consumer: "notifyFollowers",
    progress: "1",
    delaySeconds: 300,
    mustConfirm: false,
    isSilent: false,
    categoryId: category,
    boardCategoryId: category,
    fileId: logo,
    viewerId: user,
    userId: user,
    actorId: user,
    ...set,
    name: "Renamed",
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
    kind: "oidc",
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
    homeCompanyId: companyId,
    codeHash: Buffer.alloc(32),
    challenge: Buffer.alloc(32),
    ageDays: 1,
    days: 30,
    votes: 1,
    mergedAt: "2000-01-01T00:00:00Z",
    ...changelogParameters({ companyId, item, entry, changelogLabel, user, subscriber }),
    ...webhookParameters(),
    ...signOnParameters({ user }),
    ...companyParameters({ user, item, picture }),
    ...importParameters({ board, item, comment, category, change, view, user }),
    ...decisionParameters({ board, category, item, user }),
    ...(isAboutItem && { commentId: null, entryId: null }),
  };
}
