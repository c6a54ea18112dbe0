import { randomUUID } from "node:crypto";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { AccessFixtures } from "./accessFixtures.ts";

/** What a path's ids may name, seen from company A; `foreign` ones are B's. */
export const ENTITY_KINDS = ["public", "private", "foreign", "foreignPrivate", "missing"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** No row has it. */
export const MISSING_ID = 999_999_999_999;

type Params = Record<string, number>;

/** Makes the thing that a request is about, and gives the ids of its path. */
export type CreateEntity = (
  fixtures: AccessFixtures,
  kind: EntityKind,
  viewer: ViewerKey,
) => Promise<Params>;

function boardOf(fixtures: AccessFixtures, kind: Exclude<EntityKind, "missing">): { id: number } {
  return {
    public: fixtures.publicBoard,
    private: fixtures.privateBoard,
    foreign: fixtures.otherBoard,
    foreignPrivate: fixtures.otherPrivateBoard,
  }[kind];
}

/** The boards that stay for the whole fixtures. */
export const standingBoard =
  (param: "boardId" | "id"): CreateEntity =>
  async (fixtures, kind) => ({
    [param]: kind === "missing" ? MISSING_ID : boardOf(fixtures, kind).id,
  });

export const freshBoard: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const owner = kind.startsWith("foreign") ? other : company;
  return { id: (await portal.board(owner, { isPrivate: /private/i.test(kind) })).id };
};

export const category: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return { id: (await portal.category(kind === "foreign" ? other : company)).id };
};

export const item: CreateEntity = async (fixtures, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return {
    id: (await fixtures.portal.item(boardOf(fixtures, kind), { title: wordOf(fixtures, kind) })).id,
  };
};

function wordOf({ words }: AccessFixtures, kind: Exclude<EntityKind, "missing">): string {
  return {
    public: words.ofA,
    private: words.adminsOfA,
    foreign: words.ofB,
    foreignPrivate: words.ofB,
  }[kind];
}

/** An item that A's user has written. */
export const ownItem: CreateEntity = async (fixtures, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return {
    id: (await fixtures.portal.item(boardOf(fixtures, kind), { userId: fixtures.user.id })).id,
  };
};

const commentBy =
  (author: "user" | "admin"): CreateEntity =>
  async (fixtures, kind, viewer): Promise<Params> => {
    if (kind === "missing")
      return { ...(await item(fixtures, "public", viewer)), commentId: MISSING_ID };
    const { id } = (await item(fixtures, kind, viewer)) as { id: number };
    const comment = await fixtures.portal.comment(
      { id },
      { userId: fixtures[author].id, content: wordOf(fixtures, kind) },
    );
    return { id, commentId: comment.id };
  };

/** A comment that A's user has written. */
export const ownComment = commentBy("user");

/** A comment that somebody else has written. */
export const someonesComment = commentBy("admin");

/** A comment that is there, below an item that is there, which are not each other's. */
export const misplacedComment: CreateEntity = async (fixtures, kind, viewer) => ({
  ...(await ownComment(fixtures, kind, viewer)),
  ...(await item(fixtures, "public", viewer)),
});

/** The companies themselves; A is `public`. */
export const company: CreateEntity = async ({ company: own, other }, kind) => ({
  companyId: kind === "missing" ? MISSING_ID : kind === "public" ? own.id : other.id,
});

/** Any company, for the provider to change or delete. */
export const anyCompany: CreateEntity = async ({ portal }, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await portal.company()).id,
});

export const anyUser: CreateEntity = async ({ portal, other }, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await portal.user("user", other)).id,
});

/** An entry of the landing page. */
export const contentEntry =
  (table: "faq" | "announcement"): CreateEntity =>
  async ({ portal }, kind) => {
    if (kind === "missing") return { id: MISSING_ID };
    const columns = table === "faq" ? "question, answer" : "title, content";
    const [row] = await portal.sql<{ id: string }>(
      `insert into ${table} (${columns}) values ('Why?', 'Because.') returning id`,
    );
    return { id: Number(row?.id) };
  };

const ACCOUNTS: Partial<
  Record<ViewerKey, "user" | "admin" | "stranger" | "superAdmin" | "superOfA">
> = {
  U: "user",
  P: "user",
  C: "admin",
  X: "stranger",
  V: "stranger",
  S: "superAdmin",
  T: "superAdmin",
  W: "superOfA",
};

/** One more session of the viewer (`public`), or of somebody else. */
export const session: CreateEntity = async (fixtures, kind, viewer) => {
  if (kind === "missing") return { id: MISSING_ID };
  const account = ACCOUNTS[viewer] ?? "user";
  const owner =
    kind === "public" ? fixtures[account] : await fixtures.portal.user("user", fixtures.company);
  const [row] = await fixtures.portal.sql<{ id: string }>(
    `insert into session (token_hash, user_id, expires_at)
     values (sha256($1::bytea), $2, now() + interval '1 day') returning id`,
    [randomUUID(), owner.id],
  );
  return { id: Number(row?.id) };
};
