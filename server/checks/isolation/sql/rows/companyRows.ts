import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

export const PICTURE_ID = "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40";

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
    "api_answer",
    "api_key_id, idempotency_key, request_hash, attempt, started_at, answer",
    "api_key_id, idempotency_key, sha256(request_hash), attempt, started_at, 'B'",
  ],
  [
    "audit_entry",
    "id, actor_id, actor_username, action, subject, details, ip, created_at",
    "id, $3, 'b', action, 'B', details, ip, created_at",
  ],
  [
    "company_logo",
    "file_id, content_type, content, created_at",
    "file_id, content_type, 'B', created_at",
  ],
];

/** Inserts an invitation, an API key with an answer, an audit entry, a logo and a picture. */
export async function insertCompanyRows(
  sql: Sql,
  companyId: number,
  { userId, itemId }: { userId: number; itemId: number },
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
         (company_id, key_hash, hint, name, scopes, account_id, maker_id, created_at)
       values ($1, $3, 'theA', 'A', '{feedback:read}', $2, $2, $4) returning company_id, id
     )
     insert into api_answer
       (company_id, api_key_id, idempotency_key, request_hash, attempt, started_at, answer)
     select company_id, id, 'key', $3, gen_random_uuid(), $4, 'A' from made`,
    [companyId, userId, Buffer.alloc(32), BEFORE],
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
  await sql(
    `insert into picture (company_id, id, uploader_id, feedback_id, part, loose_since, width, height,
       bytes, content, created_at)
     values ($1, $2, $3, $4, 'description', null, 9, 9, 1, 'A', $5)`,
    [companyId, PICTURE_ID, userId, itemId, BEFORE],
  );
}

/** Returns the parameters of statements about a company's people, keys and pictures. */
export function companyParameters({ user }: Record<"user", number>): Record<string, unknown> {
  return {
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
  };
}
