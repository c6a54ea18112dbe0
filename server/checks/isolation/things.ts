import { randomUUID } from "node:crypto";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { Scene } from "./scene.ts";

/** What a path's ids may name, seen from company A; `foreign` ones are B's. */
export const THING_KINDS = ["public", "private", "foreign", "foreignPrivate", "missing"] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** No row has it. */
export const MISSING_ID = 999_999_999_999;

type Params = Record<string, number>;

/** Makes the thing that a request is about, and gives the ids of its path. */
export type MakeThing = (scene: Scene, kind: ThingKind, viewer: ViewerKey) => Promise<Params>;

function boardOf(scene: Scene, kind: Exclude<ThingKind, "missing">): { id: number } {
  return {
    public: scene.publicBoard,
    private: scene.privateBoard,
    foreign: scene.otherBoard,
    foreignPrivate: scene.otherPrivateBoard,
  }[kind];
}

/** The boards that stay for the whole scene. */
export const standingBoard =
  (param: "boardId" | "id"): MakeThing =>
  async (scene, kind) => ({ [param]: kind === "missing" ? MISSING_ID : boardOf(scene, kind).id });

export const freshBoard: MakeThing = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const owner = kind.startsWith("foreign") ? other : company;
  return { id: (await portal.board(owner, { isPrivate: /private/i.test(kind) })).id };
};

export const category: MakeThing = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return { id: (await portal.category(kind === "foreign" ? other : company)).id };
};

export const item: MakeThing = async (scene, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return { id: (await scene.portal.item(boardOf(scene, kind), { title: wordOf(scene, kind) })).id };
};

function wordOf({ words }: Scene, kind: Exclude<ThingKind, "missing">): string {
  return {
    public: words.ofA,
    private: words.adminsOfA,
    foreign: words.ofB,
    foreignPrivate: words.ofB,
  }[kind];
}

/** An item that A's user has written. */
export const ownItem: MakeThing = async (scene, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return { id: (await scene.portal.item(boardOf(scene, kind), { userId: scene.user.id })).id };
};

const commentBy =
  (author: "user" | "admin"): MakeThing =>
  async (scene, kind, viewer): Promise<Params> => {
    if (kind === "missing")
      return { ...(await item(scene, "public", viewer)), commentId: MISSING_ID };
    const { id } = (await item(scene, kind, viewer)) as { id: number };
    const comment = await scene.portal.comment(
      { id },
      { userId: scene[author].id, content: wordOf(scene, kind) },
    );
    return { id, commentId: comment.id };
  };

/** A comment that A's user has written. */
export const ownComment = commentBy("user");

/** A comment that somebody else has written. */
export const someonesComment = commentBy("admin");

/** A comment that is there, below an item that is there, which are not each other's. */
export const misplacedComment: MakeThing = async (scene, kind, viewer) => ({
  ...(await ownComment(scene, kind, viewer)),
  ...(await item(scene, "public", viewer)),
});

/** The companies themselves; A is `public`. */
export const company: MakeThing = async ({ company: own, other }, kind) => ({
  companyId: kind === "missing" ? MISSING_ID : kind === "public" ? own.id : other.id,
});

/** Any company, for the provider to change or delete. */
export const anyCompany: MakeThing = async ({ portal }, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await portal.company()).id,
});

export const anyUser: MakeThing = async ({ portal, other }, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await portal.user("user", other)).id,
});

/** An entry of the landing page. */
export const contentEntry =
  (table: "faq" | "announcement"): MakeThing =>
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
export const session: MakeThing = async (scene, kind, viewer) => {
  if (kind === "missing") return { id: MISSING_ID };
  const account = ACCOUNTS[viewer] ?? "user";
  const owner = kind === "public" ? scene[account] : await scene.portal.user("user", scene.company);
  const [row] = await scene.portal.sql<{ id: string }>(
    `insert into session (token_hash, user_id, expires_at)
     values (sha256($1::bytea), $2, now() + interval '1 day') returning id`,
    [randomUUID(), owner.id],
  );
  return { id: Number(row?.id) };
};
