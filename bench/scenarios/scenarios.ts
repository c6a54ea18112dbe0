import { page, read, readUncached, write } from "./requests.ts";
import type { Scenario, Subject } from "./scenario.ts";
import type { BenchFixtures } from "./createBenchFixtures.ts";
import { PASSWORD } from "./createBenchFixtures.ts";
import {
  eachItemUncached,
  eachPair,
  eachText,
  eachTitle,
  eachUser,
  eachUserAndItem,
  eachVisit,
} from "./subjects.ts";

type Request = Scenario["request"];
type Subjects = Scenario["subject"];

function cached(name: string, title: string, request: Request): Scenario {
  return { name, title, status: 200, bound: "nothing", request };
}

function reads(name: string, title: string, request: Request, subject?: Subjects): Scenario {
  return { name, title, status: 200, bound: "statements", request, ...(subject && { subject }) };
}

/** Creates a scenario of anonymous requests with unique URLs, so that no response is cached. */
function uncachedReads(
  name: string,
  title: string,
  path: (fixtures: BenchFixtures, subject: Subject) => string,
  subject: Subjects = eachVisit,
): Scenario {
  return reads(
    name,
    title,
    (fixtures, asked) => readUncached(path(fixtures, asked), asked),
    subject,
  );
}

function writes(
  name: string,
  title: string,
  status: 200 | 201,
  subject: Subjects,
  request: Request,
): Scenario {
  return {
    name,
    title,
    status,
    bound: "statements",
    isWrite: true,
    request,
    ...(subject && { subject }),
  };
}

const PAGES = [
  cached("list-page", "List, page, anonymous", () => page("/feedback")),
  cached("board-page", "Board, page, anonymous", () => page("/board/board-1")),
  cached("detail-page", "Item with comments, page, anonymous", ({ discussedId }) =>
    page(`/feedback/${String(discussedId)}`),
  ),
  cached("roadmap-page", "Roadmap, page, anonymous", () => page("/roadmap")),
  cached("changelog-page", "Changelog, page, anonymous", () => page("/changelog")),
  cached("entry-page", "Changelog entry, page, anonymous", ({ entryPath }) => page(entryPath)),
  cached("changelog-feed", "Changelog, Atom feed, anonymous", () => page("/changelog.atom")),
];

const KEPT_LISTS = [
  cached("list-api-kept", "List, API, anonymous, cached", () => read("/api/feedback")),
  {
    ...cached("list-api-kept-32", "List, API, anonymous, cached, 32 connections", () =>
      read("/api/feedback"),
    ),
    connections: 32,
  },
];

const list = () => "/api/feedback";

const LISTS = [
  uncachedReads("list-api", "List, API, anonymous", list),
  {
    ...uncachedReads("list-api-32", "List, API, anonymous, 32 connections", list),
    connections: 32,
  },
  reads(
    "list-api-signed-in",
    "List, API, signed in",
    (_, { user }) => read("/api/feedback", user),
    eachUser,
  ),
  reads(
    "notifications-api",
    "Notifications, API",
    (_, { user }) => read("/api/notifications", user),
    eachUser,
  ),
  reads(
    "unread-api",
    "Number of unread notifications, API",
    (_, { user }) => read("/api/notifications/unread", user),
    eachUser,
  ),
  reads(
    "followed-api",
    "Followed items, API, signed in",
    (_, { user }) => read("/api/feedback?mine=followed", user),
    eachUser,
  ),
  uncachedReads(
    "board-api",
    "Board's list, API",
    ({ company }) => `/api/boards/${String(company.firstBoardId)}/feedback`,
  ),
  uncachedReads(
    "deep-page-api",
    "A deep page by cursor, API",
    ({ deep }) => `/api/feedback?cursor=${deep.cursor}`,
  ),
  uncachedReads("search-hit", "Search that finds, API", () => "/api/feedback?search=calendar"),
  uncachedReads(
    "search-every",
    "Search for a word of every item, API",
    () => "/api/feedback?search=please",
  ),
  uncachedReads(
    "search-two",
    "Search for two words, API",
    () => "/api/feedback?search=invoice%20calendar",
  ),
  uncachedReads(
    "search-rare",
    "Search that finds little, API",
    () => "/api/feedback?search=rename%20invoice%20webhooks",
  ),
  uncachedReads(
    "search-miss",
    "Search that finds nothing, API",
    () => "/api/feedback?search=xylophone",
  ),
  uncachedReads(
    "similar-title",
    "Items similar to a title, API",
    (_, { text = "" }) => `/api/feedback/similar?title=${encodeURIComponent(text)}`,
    eachTitle,
  ),
  uncachedReads(
    "similar-item",
    "Items similar to an item, API",
    (_, { itemId }) => `/api/feedback/${String(itemId)}/similar`,
    eachItemUncached,
  ),
  uncachedReads("changelog-api", "Changelog's list, API", () => "/api/changelog/timeline"),
  uncachedReads(
    "detail-api",
    "Item, API",
    (_, { itemId }) => `/api/feedback/${String(itemId)}`,
    eachItemUncached,
  ),
  uncachedReads(
    "comments-api",
    "Item's comments, API",
    (_, { itemId }) => `/api/feedback/${String(itemId)}/comments`,
    eachItemUncached,
  ),
];

/** Creates a scenario in which an admin requests the list with this filter. */
const triage = (filter: string, query: string) =>
  reads(`triage-${filter}`, `List of ${filter} items, API, admin`, ({ admin }) =>
    read(`/api/feedback?${query}`, admin),
  );

const TRIAGE = [
  triage("unanswered", "unanswered=true&sort=date"),
  triage("assigned", "assigneeId=me&sort=date"),
  triage("unassigned", "assigneeId=none&sort=date"),
  triage("closed", "state=closed&sort=date"),
];

/**
 * These scenarios measure rendering. Pages of signed-in visitors and pages with unique URLs do not
 * come from the cache.
 */
const RENDERED_PAGES = [
  reads(
    "list-page-drawn",
    "List, page, signed in (drawn)",
    (_, { user }) => page("/feedback", user),
    eachUser,
  ),
  reads(
    "detail-page-drawn",
    "Item, page, signed in (drawn)",
    (_, { user, itemId }) => page(`/feedback/${String(itemId)}`, user),
    eachUserAndItem,
  ),
  reads(
    "roadmap-page-drawn",
    "Roadmap, page, signed in (drawn)",
    (_, { user }) => page("/roadmap", user),
    eachUser,
  ),
  reads(
    "list-page-missed",
    "List, page, anonymous, uncached",
    (_, { text = "" }) => page(`/feedback?visit=${encodeURIComponent(text)}`),
    eachText,
  ),
];

const WRITES = [
  writes("vote", "Vote", 200, eachPair, (_, { user, itemId }) =>
    write(`/api/feedback/${String(itemId)}/vote`, user),
  ),
  writes("comment", "Comment", 201, eachText, (_, { user, itemId, text }) =>
    write(`/api/feedback/${String(itemId)}/comments`, user, { content: text }),
  ),
  writes("follow", "Follow", 200, eachPair, (_, { user, itemId }) => ({
    ...write(`/api/feedback/${String(itemId)}/follow`, user, { level: "all" }),
    method: "PUT",
  })),
  writes("submit", "Submit an item", 201, eachText, ({ company }, { user, text }) =>
    write("/api/feedback", user, {
      title: text,
      description: "What a visitor wants.",
      boardId: company.firstBoardId,
    }),
  ),
];

const LOGIN: Scenario = {
  ...writes("login", "Log in", 200, eachUser, (_, { user }) =>
    write("/api/login", undefined, { username: user?.username, password: PASSWORD }),
  ),
  bound: "password",
};

const PICTURE = reads("picture", "Picture of a text, anonymous", ({ pictureUrl }) =>
  read(pictureUrl),
);

/** All scenarios, reads before writes. */
export const scenarios: readonly Scenario[] = [
  ...PAGES,
  ...KEPT_LISTS,
  ...LISTS,
  ...TRIAGE,
  ...RENDERED_PAGES,
  PICTURE,
  ...WRITES,
  LOGIN,
];
