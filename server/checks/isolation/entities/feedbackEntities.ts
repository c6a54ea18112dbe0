import { randomUUID } from "node:crypto";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity, EntityKind, Params } from "./entity.ts";
import { MISSING_ID } from "./entity.ts";

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
