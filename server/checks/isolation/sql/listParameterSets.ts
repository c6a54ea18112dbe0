import type { SqlFixtures } from "./createSqlFixtures.ts";
import { LOGO_ID, OTHER_LOGO_ID } from "./createSqlFixtures.ts";

/** What is asked for: rows that A has (and B has by the same ids), A's private ones, or rows that only B has. */
interface Wanted {
  board: number;
  item: number;
  comment: number;
  category: number;
  logo: string;
  user: number;
  canSeePrivate: boolean;
  pattern: string;
  customDomain: string;
  /** A number of votes, or a date: what the list is sorted by. */
  cursorKey: string;
}

/** The values of every parameter that a statement about a company may have, by name: several sets of them. */
export function listParameterSets({
  companyId,
  ids,
  otherIds,
  userId,
  strangerId,
}: SqlFixtures): Record<string, unknown>[] {
  const own = {
    board: ids.publicBoard,
    item: ids.publicItem,
    comment: ids.comment,
    category: ids.category,
    logo: LOGO_ID,
    user: strangerId,
    canSeePrivate: false,
    pattern: "%",
    customDomain: "a.example.com",
    cursorKey: "1000000",
  };
  // Words that stand in B's item, and not in A's of the same id.
  const theirWords = { pattern: "%B P%", customDomain: "b.example.com" };
  // Those that the search looks up are words.
  const words = { own: { pattern: "%item%" }, theirs: { pattern: "%B Private%" } };
  const onlyTheirs = {
    ...own,
    ...otherIds,
    logo: OTHER_LOGO_ID,
    user: strangerId,
    canSeePrivate: true,
  };
  return [
    own,
    { ...own, ...words.own },
    { ...own, ...theirWords, board: ids.privateBoard, item: ids.privateItem },
    { ...own, ...theirWords, ...words.theirs, board: ids.privateBoard, item: ids.privateItem },
    { ...own, user: userId, canSeePrivate: true, cursorKey: "2100-01-01T00:00:00Z" },
    onlyTheirs,
  ].map((wanted) => parametersFor(companyId, [ids.publicBoard, ids.privateBoard], wanted));
}

function parametersFor(
  companyId: number,
  boardIds: number[],
  { board, item, comment, category, logo, user, ...wanted }: Wanted,
): Record<string, unknown> {
  return {
    companyId,
    boardId: board,
    boardIds,
    feedbackId: item,
    foundIds: [item],
    commentId: comment,
    categoryId: category,
    boardCategoryId: category,
    fileId: logo,
    viewerId: user,
    userId: user,
    actorId: user,
    ...wanted,
    spared: 0,
    name: "Renamed",
    slug: "renamed",
    title: "Changed",
    description: "Changed",
    content: "Changed",
    note: "Changed",
    website: null,
    isPrivate: false,
    changesDescription: true,
    changesBoardCategory: false,
    changesWebsite: true,
    changesStripe: true,
    category: "feature",
    status: "new",
    fromStatus: "new",
    toStatus: "planned",
    brandingSettings: '{"primaryColor":"#112233"}',
    contentType: "image/png",
    problem: "None",
    allowCustomerSignUp: true,
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
    rows: 100,
    username: "newcomer@example.com",
    passwordHash: "none",
    fullName: "New Comer",
    role: "user",
    codeHash: Buffer.alloc(32),
    ageDays: 1,
    votes: 1,
  };
}
