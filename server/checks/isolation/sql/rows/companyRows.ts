import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

/** Pictures of A, by the place in which they stand. B has pictures with the same ids. */
export const PICTURE_IDS = {
  description: "00000000-0000-4000-8000-000000000011",
  /** In the source of the description of A's item, and not of B's. */
  keptDescription: "00000000-0000-4000-8000-000000000012",
  comment: "00000000-0000-4000-8000-000000000013",
  entry: "00000000-0000-4000-8000-000000000014",
  nowhere: "00000000-0000-4000-8000-000000000015",
  store: "00000000-0000-4000-8000-000000000016",
  imported: "00000000-0000-4000-8000-000000000017",
} as const;

/** An API key of A, which an admin of B has made. B has a key with the same id. */
const KEY_ID = 1_000_000;
const ATTEMPT = "00000000-0000-4000-8000-000000000000";

export const LOGO_ID = "00000000-0000-4000-8000-000000000001";
export const OTHER_LOGO_ID = "00000000-0000-4000-8000-000000000002";

export const companyCopies: Copy[] = [
  [
    "invitation",
    "id, username, role, inviter_id, mail_token_hash, created_at, expires_at",
    "id, username, role, $3, mail_token_hash, created_at, expires_at",
  ],
  [
    "api_key",
    "id, key_hash, hint, name, scopes, account_id, maker_id, created_at",
    "id, sha256(key_hash), 'theB', 'B', '{moderation}', $3, $3, created_at",
  ],
  [
    "picture",
    "id, uploader_id, feedback_id, comment_id, entry_id, part, loose_since, width, height, bytes, is_in_store, content, created_at",
    "id, $3, feedback_id, comment_id, entry_id, part, loose_since, width + 1, height, bytes + 7, is_in_store, case when not is_in_store then 'B'::bytea end, created_at",
  ],
  [
    "api_answer",
    "api_key_id, idempotency_key, request_hash, attempt, started_at, answer",
    "api_key_id, idempotency_key, sha256(request_hash), attempt, started_at, answer || 'B'",
  ],
  [
    "audit_entry",
    "id, actor_id, actor_username, action, subject, details, ip, created_at",
    "id, $3, 'b', action, 'B', details, ip, created_at",
  ],
  [
    "company_logo",
    "file_id, content_type, content, dark_file_id, dark_content, created_at",
    "file_id, content_type, 'B', dark_file_id, 'B', created_at",
  ],
];

/** Inserts an invitation, an API key with answers, an audit entry, a logo and pictures. */
export async function insertCompanyRows(
  sql: Sql,
  companyId: number,
  {
    userId,
    strangerId,
    itemId,
    commentId,
    entryId,
  }: Record<"userId" | "strangerId" | "itemId" | "commentId" | "entryId", number>,
): Promise<void> {
  await sql(
    `insert into invitation
       (company_id, username, role, inviter_id, mail_token_hash, created_at, expires_at)
     values ($1, 'invited@example.com', 'user', $2, $3, $4, '2100-01-01')`,
    [companyId, userId, Buffer.alloc(32), BEFORE],
  );
  await sql(
    `with made as (
       insert into api_key
         (company_id, id, key_hash, hint, name, scopes, account_id, maker_id, created_at)
       overriding system value
       values ($1, $5, $3, 'theA', 'A', '{feedback:read}', $2, $2, $4) returning company_id, id
     )
     insert into api_answer
       (company_id, api_key_id, idempotency_key, request_hash, attempt, started_at, answer)
     select company_id, id, key, $3, $6::uuid, $4, answer
     from made cross join (values ('key', null), ('answered', 'A')) given (key, answer)`,
    [companyId, strangerId, Buffer.alloc(32), BEFORE, KEY_ID, ATTEMPT],
  );
  await sql(
    `insert into audit_entry (company_id, actor_id, actor_username, action, subject, ip, created_at)
     values ($1, $2, 'a', 'board.create', 'A', '::1', $3)`,
    [companyId, userId, BEFORE],
  );
  await sql(
    "insert into company_logo (company_id, file_id, content_type, content, dark_file_id, dark_content, created_at) values ($1, $2, 'image/png', 'A', gen_random_uuid(), 'A', $3)",
    [companyId, LOGO_ID, BEFORE],
  );
  const { description, keptDescription, comment, entry, nowhere, store, imported } = PICTURE_IDS;
  const pictures = [
    { id: description, feedbackId: itemId, part: "description" },
    { id: keptDescription, feedbackId: itemId, part: "description" },
    { id: comment, commentId },
    { id: entry, entryId },
    { id: nowhere, looseSince: BEFORE },
    { id: store, looseSince: BEFORE, isInStore: true },
    { id: imported, looseSince: "2100-01-01" },
  ];
  await sql(
    `insert into picture (company_id, id, uploader_id, feedback_id, comment_id, entry_id, part,
       loose_since, width, height, bytes, is_in_store, content, created_at)
     select $1, id, $2, "feedbackId", "commentId", "entryId", part, "looseSince", 9, 9, 1,
       coalesce("isInStore", false), case when "isInStore" then null else 'A'::bytea end, $4
     from jsonb_to_recordset($3::jsonb) as given (id uuid, "feedbackId" bigint, "commentId" bigint,
       "entryId" bigint, part text, "looseSince" timestamptz, "isInStore" boolean)`,
    [companyId, userId, JSON.stringify(pictures), BEFORE],
  );
  await sql(
    "update feedback_item set description_markdown = $3 where company_id = $1 and id = $2",
    [companyId, itemId, `/pictures/${keptDescription}/`],
  );
}

/** Returns the parameters of statements about a company's people, keys and pictures. */
export function companyParameters({
  user,
  item,
  picture,
}: Record<"user" | "item", number> & { picture: keyof typeof PICTURE_IDS }): Record<
  string,
  unknown
> {
  return {
    pictureId: PICTURE_IDS[picture],
    pictureIds: [PICTURE_IDS.description, PICTURE_IDS.nowhere, PICTURE_IDS.store],
    afterPictureId: ATTEMPT,
    exportedAt: "2010-01-01T00:00:00Z",
    places: JSON.stringify([{ id: PICTURE_IDS.imported, feedback_id: item, part: "description" }]),
    textPart: "description",
    uploaderId: user,
    width: 9,
    height: 9,
    isInStore: false,
    isSmall: false,
    smallContent: null,
    objectKey: "pictures/1/a/full.webp",
    spared: 0,
    firstRole: "company_admin",
    lastRole: "company_admin",
    usernameKey: "invited@example.com",
    invitationId: 1,
    tokenHash: Buffer.alloc(32),
    keyHash: Buffer.alloc(32, 2),
    requestHash: Buffer.alloc(32),
    apiKeyId: KEY_ID,
    accountId: user,
    makerId: user,
    idempotencyKey: "key",
    attempt: ATTEMPT,
    hint: "abcd",
    scopes: ["feedback:read"],
    linkTokenHash: Buffer.alloc(32, 1),
  };
}
