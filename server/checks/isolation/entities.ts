import { randomUUID } from "node:crypto";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { insertImport } from "#server/checks/fixtures/insertImport.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { AccessFixtures } from "./accessFixtures.ts";

/**
 * The kinds of entities to which an id in a path can refer, as seen from company A. Foreign
 * entities belong to B.
 */
export const ENTITY_KINDS = ["public", "private", "foreign", "foreignPrivate", "missing"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** An id that no row has. */
export const MISSING_ID = 999_999_999_999;

type Params = Record<string, number | string>;

/** Creates the entity that a request is about and returns its path parameters. */
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

/** Returns the id of a board of the fixtures, for calls that do not change the board. */
export const fixtureBoard =
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

/** A subscriber of the changelog who has only given an address. */
export const changelogSubscriber: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_subscriber (company_id, address, state)
     values ($1, $2, 'subscribed') returning id`,
    [kind.startsWith("foreign") ? other.id : company.id, `${randomUUID()}@example.com`],
  );
  return { id: Number(row?.id) };
};

/** An entry of the changelog, which is published unless the kind is private. */
export const changelogEntry: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const isDraft = /private/i.test(kind);
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_entry (company_id, title, slug, state, publish_at)
     values ($1, 'Entry', $2, $3, case when $3 = 'published' then now() end) returning id`,
    [
      kind.startsWith("foreign") ? other.id : company.id,
      `new-${randomUUID()}`,
      isDraft ? "draft" : "published",
    ],
  );
  const id = Number(row?.id);
  await portal.sql("update changelog_entry set slug = 'entry-' || id where id = $1", [id]);
  return { id };
};

export const changelogLabel: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_label (company_id, name, color) values ($1, $2, '#112233') returning id`,
    [kind === "foreign" ? other.id : company.id, randomUUID()],
  );
  return { id: Number(row?.id) };
};

export const savedView: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `insert into saved_view (company_id, name, filters) values ($1, $2, '{"sort": "date"}')
     returning id`,
    [kind === "foreign" ? other.id : company.id, randomUUID()],
  );
  return { id: Number(row?.id) };
};

export const item: CreateEntity = async (fixtures, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return {
    id: (await fixtures.portal.item(boardOf(fixtures, kind), { title: secretOf(fixtures, kind) }))
      .id,
  };
};

function secretOf({ words }: AccessFixtures, kind: Exclude<EntityKind, "missing">): string {
  return {
    public: words.ofA,
    private: words.adminsOfA,
    foreign: words.ofB,
    foreignPrivate: words.ofB,
  }[kind];
}

/** Creates an item by A's user. */
export const ownItem: CreateEntity = async (fixtures, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  return {
    id: (await fixtures.portal.item(boardOf(fixtures, kind), { userId: fixtures.user.id })).id,
  };
};

/** Creates a picture in the description of an item of this kind. */
export const pictureInItem: CreateEntity = async (fixtures, kind, viewer) => {
  const file = "9x9.webp";
  if (kind === "missing") return { id: randomUUID(), file };
  const params = await item(fixtures, kind, viewer);
  const [row] = await fixtures.portal.sql<{ id: string }>(
    `insert into picture (company_id, feedback_id, part, loose_since, width, height, bytes, content)
     select company_id, id, 'description', null, 9, 9, 1, 'x' from feedback_item where id = $1
     returning id`,
    [params["id"]],
  );
  return { id: String(row?.id), file };
};

/** Creates an item of this kind and merges it into a public item of the same company. */
export const mergedItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await ownItem(fixtures, kind, viewer);
  if (kind === "missing") return params;
  const isForeign = kind.startsWith("foreign");
  const board = isForeign ? fixtures.otherBoard : fixtures.publicBoard;
  const target = await fixtures.portal.item(board);
  await fixtures.portal.sql(
    "update feedback_item set state = 'merged', merged_into_id = $2, merged_at = now() where id = $1",
    [params["id"], target.id],
  );
  return params;
};

const commentBy =
  (author: "user" | "admin"): CreateEntity =>
  async (fixtures, kind, viewer): Promise<Params> => {
    if (kind === "missing")
      return { ...(await item(fixtures, "public", viewer)), commentId: MISSING_ID };
    const { id } = (await item(fixtures, kind, viewer)) as { id: number };
    const comment = await fixtures.portal.comment(
      { id },
      { userId: fixtures[author].id, content: secretOf(fixtures, kind) },
    );
    return { id, commentId: comment.id };
  };

/** Creates a comment by A's user. */
export const ownComment = commentBy("user");

/** Creates an item that an import has written under the name of A's user. */
export const ownImportedItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await item(fixtures, kind, viewer);
  await fixtures.portal.sql(
    `with item as (update feedback_item set user_id = $2 where id = $1 returning company_id)
     insert into imported_item (company_id, source, key, feedback_id, record)
     select company_id, 'csv', $1::text, $1, '{}' from item`,
    [params["id"], fixtures.user.id],
  );
  return params;
};

/** Creates an imported item that A's customer has disowned. */
export const disownedItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await ownImportedItem(fixtures, kind, viewer);
  await fixtures.portal.sql(
    `with person as (
       insert into user_account
         (username, home_company_id, password_hash, is_active, is_imported, email_pace)
       select 'disowned-' || $2 || '@' || company_id || '.imported.invalid', company_id, 'x',
         false, true, 'off'
       from feedback_item where id = $1
       on conflict (lower(username collate "C")) do update set is_active = false
       returning id
     )
     update feedback_item set user_id = (select id from person) where id = $1`,
    [params["id"], String(fixtures.user.id)],
  );
  return params;
};

/** Creates a comment by A's admin. */
export const othersComment = commentBy("admin");

/** Creates a comment by A's admin, and chooses an emoji. */
export const reactionTo: CreateEntity = async (fixtures, kind, viewer) => {
  const { commentId = MISSING_ID } = await othersComment(fixtures, kind, viewer);
  return { id: commentId, emoji: encodeURIComponent("👍") };
};

/** Creates a comment, and an item to which the comment does not belong. */
export const misplacedComment: CreateEntity = async (fixtures, kind, viewer) => ({
  ...(await ownComment(fixtures, kind, viewer)),
  ...(await item(fixtures, "public", viewer)),
});

/** Creates an item with a vote that an admin has recorded for a customer of the same company. */
export const recordedVote: CreateEntity = async (fixtures, kind, viewer) => {
  const { portal, company, other } = fixtures;
  if (kind === "missing") return { id: MISSING_ID, userId: MISSING_ID };
  const { id = MISSING_ID } = await item(fixtures, kind, viewer);
  const voter = await portal.user("user", kind.startsWith("foreign") ? other : company);
  await portal.sql(
    `with counted as (update feedback_item set votes = votes + 1 where id = $1)
     insert into user_vote (company_id, feedback_id, user_id, is_recorded, is_following)
     select company_id, id, $2, true, false from feedback_item where id = $1`,
    [id, voter.id],
  );
  return { id, userId: voter.id };
};

/** Creates an item that waits for approval. */
export const pendingItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await ownItem(fixtures, kind, viewer);
  await fixtures.portal.sql(
    "update feedback_item set is_pending = true, state = 'pending' where id = $1",
    [params["id"]],
  );
  return params;
};

/** Stores a change of the viewer, or of a super admin if the viewer is no admin, to be undone. */
export const ownUndo: CreateEntity = async (fixtures, kind, viewer) => {
  const { admin, stranger, superAdmin, superOfA, company, other, portal } = fixtures;
  const admins: Partial<Record<ViewerKey, { id: number }>> = { C: admin, X: stranger, W: superOfA };
  const token = newSessionToken();
  if (kind !== "missing")
    await portal.sql(
      `insert into undo_entry (company_id, token_hash, user_id, kind, data)
       values ($1, $2, $3, 'closing', '{"closings": []}')`,
      [
        kind === "foreign" ? other.id : company.id,
        hashToken(token),
        (admins[viewer] ?? superAdmin).id,
      ],
    );
  return { token };
};

/** Stores a change of another admin of the same company. */
export const othersUndo: CreateEntity = (fixtures, kind) => ownUndo(fixtures, kind, "P");

/** Creates an item that a customer of A has reported. */
export const reportedItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await item(fixtures, kind, viewer);
  await fixtures.portal.sql(
    `insert into report (company_id, feedback_id, user_id, reason)
     select company_id, id, $2, 'spam' from feedback_item where id = $1`,
    [params["id"], fixtures.user.id],
  );
  return params;
};

/** Creates a change of an item's status. */
export const statusChange: CreateEntity = async (fixtures, kind, viewer) => {
  const changed = await item(fixtures, kind, viewer);
  const [row] = await fixtures.portal.sql<{ id: string }>(
    `insert into status_change (company_id, feedback_id, from_status, to_status)
     select company_id, id, 'new', 'planned' from feedback_item where id = $1 returning id`,
    [changed["id"]],
  );
  return { ...changed, changeId: Number(row?.id ?? MISSING_ID) };
};

/** Creates an account of A or B whose address gets no mails. */
export const suppressedUser: CreateEntity = async ({ portal, company: own, other }, kind) => {
  if (kind === "missing") return { userId: MISSING_ID };
  const { id, username } = await portal.user("user", kind === "public" ? own : other);
  await portal.sql("insert into mail_suppression values ($1, 'bounced', '550 No such user')", [
    username,
  ]);
  return { userId: id };
};

/** Creates a customer of A or B. */
export const member: CreateEntity = async ({ portal, company: own, other }, kind) => ({
  id:
    kind === "missing"
      ? MISSING_ID
      : (await portal.user("user", kind === "public" ? own : other)).id,
});

/** Creates a customer of A or B whom the admins have blocked. */
export const blockedMember: CreateEntity = async (fixtures, kind, viewer) => {
  const { portal, company: own, other } = fixtures;
  const params = await member(fixtures, kind, viewer);
  if (kind === "missing") return params;
  await portal.sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
    kind === "public" ? own.id : other.id,
    params["id"],
  ]);
  return params;
};

/** Creates an invitation to A or B. Returns its id and the token of its link. */
const insertInvitation = async (
  { portal, company: own, other }: AccessFixtures,
  kind: EntityKind,
) => {
  const token = newSessionToken();
  const [row] = await portal.sql<{ id: string }>(
    `insert into invitation (company_id, username, role, link_token_hash, expires_at)
     values ($1, $2, 'user', $3, now() + interval '7 days') returning id`,
    [kind === "public" ? own.id : other.id, `${randomUUID()}@example.com`, hashToken(token)],
  );
  return { id: Number(row?.id), token };
};

export const invitation: CreateEntity = async (fixtures, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await insertInvitation(fixtures, kind)).id,
});

/** Creates an invitation to A or B, for calls with the token of its link. */
export const invitationLink: CreateEntity = async (fixtures, kind) => ({
  token: kind === "missing" ? "unknown" : (await insertInvitation(fixtures, kind)).token,
});

/** An API key of A or B. */
export const apiKey: CreateEntity = async ({ portal, company: own, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `with account as (
       insert into user_account
         (username, full_name, home_company_id, role, password_hash, is_active, is_imported)
       values ($2, 'Entity (API)', $1, 'company_admin', 'none', false, true) returning id
     )
     insert into api_key (company_id, key_hash, hint, name, scopes, account_id)
     select $1, sha256($2::bytea), 'abcd', 'Entity', '{feedback:read}', id from account
     returning id`,
    [kind === "public" ? own.id : other.id, `${randomUUID()}@api-key.invalid`],
  );
  return { id: Number(row?.id) };
};

/** Creates an import of A or B in this state, and deletes the company's other imports. */
export const importIn =
  (state: "uploaded" | "checked" | "done"): CreateEntity =>
  async ({ portal, company: own, other }, kind) => ({
    id:
      kind === "missing"
        ? MISSING_ID
        : (await insertImport(portal, kind === "public" ? own : other, state)).id,
  });

/** Creates a finished export of A or B. */
export const readyExport: CreateEntity = async ({ portal, company: own, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `insert into export (company_id, state, progress, expires_at)
     values ($1, 'ready', '{"step": "votes", "after": null, "files": {}}', now() + interval '1 day')
     returning id`,
    [kind === "public" ? own.id : other.id],
  );
  return { id: Number(row?.id) };
};

/** Returns the id of a company: A for the kind `public`, B for the foreign kinds. */
export const company: CreateEntity = async ({ company: own, other }, kind) => ({
  companyId: kind === "missing" ? MISSING_ID : kind === "public" ? own.id : other.id,
});

/** Creates a company that the call may change or delete. */
export const anyCompany: CreateEntity = async ({ portal }, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await portal.company()).id,
});

export const anyUser: CreateEntity = async ({ portal, other }, kind) => ({
  id: kind === "missing" ? MISSING_ID : (await portal.user("user", other)).id,
});

/** Creates a landing page entry. */
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

/** Creates a session of the viewer (`public`) or of another user. */
export const passkey: CreateEntity = async (fixtures, kind, viewer) => {
  if (kind === "missing") return { id: MISSING_ID };
  const account = ACCOUNTS[viewer] ?? "user";
  const owner =
    kind === "public" ? fixtures[account] : await fixtures.portal.user("user", fixtures.company);
  const [row] = await fixtures.portal.sql<{ id: string }>(
    `insert into passkey (user_id, rp_id, credential_id, public_key, sign_count, transports, name)
     values ($1, 'localhost', sha256($2::bytea), '', 0, '{}', 'Laptop') returning id`,
    [owner.id, randomUUID()],
  );
  await fixtures.portal.sql("update session set proved_at = now()");
  return { id: Number(row?.id) };
};

/** Creates an identity of the viewer (`public`) or of another user, and makes all logins fresh. */
export const identity: CreateEntity = async (fixtures, kind, viewer) => {
  if (kind === "missing") return { id: MISSING_ID };
  const account = ACCOUNTS[viewer] ?? "user";
  const owner =
    kind === "public" ? fixtures[account] : await fixtures.portal.user("user", fixtures.company);
  const { id } = await connectGitHub(fixtures.portal.sql, owner.id, randomUUID());
  await fixtures.portal.sql("update session set proved_at = now()");
  return { id };
};

export const session: CreateEntity = async (fixtures, kind, viewer) => {
  if (kind === "missing") return { id: MISSING_ID };
  const account = ACCOUNTS[viewer] ?? "user";
  const owner =
    kind === "public" ? fixtures[account] : await fixtures.portal.user("user", fixtures.company);
  const [row] = await fixtures.portal.sql<{ id: string }>(
    `insert into session (token_hash, user_id, host, expires_at)
     values (sha256($1::bytea), $2, null, now() + interval '1 day') returning id`,
    [randomUUID(), owner.id],
  );
  return { id: Number(row?.id) };
};
