import { randomUUID } from "node:crypto";
import { insertImport } from "#server/checks/fixtures/insertImport.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity, EntityKind } from "./entity.ts";
import { MISSING_ID } from "./entity.ts";

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
