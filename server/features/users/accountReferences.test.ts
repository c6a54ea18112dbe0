import { expect, test } from "vitest";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { MOVED_COLUMNS } from "./moveContent.queries.ts";

/** References to an account that do not move when the account is merged into another. */
const ENDING: Record<string, string> = {
  "session.user_id": "sessions end",
  "known_device.user_id": "belongs to the sessions",
  "password_reset.user_id": "ways to log in end",
  "email_confirmation.user_id": "ways to log in end",
  "authenticator.user_id": "the remaining account has its own second factor",
  "passkey.user_id": "authenticators store the account for which they have made a passkey",
  "passkey_challenge.user_id": "ways to log in end",
  "sign_in_identity.user_id": "moveIdentities connects the remaining account when the merge begins",
  "sign_on_attempt.user_id": "ways to log in end",
  "pending_identity.user_id": "ways to log in end",
  "sign_in_use.user_id": "ways to log in end",
  "sign_on_provider.emergency_admin_id": "only admins, who are never merged away",
  "account_merge.other_id": "the merge is done",
  "user_picture.user_id": "the remaining account keeps its own profile",
  "audit_entry.actor_id":
    "the log says which account did it, without its name, as after a deletion",
  "audit_entry.about_user_id": "as the actor",
  "site_audit_entry.actor_id": "as the actor",
  "site_audit_entry.about_user_id": "as the actor",
  "mail_delivery.user_id": "the log of mails to the former address",
  "invitation.inviter_id": "invitations are withdrawn, because only admins invite",
  "blocked_account.user_id": "moveBlock blocks the remaining account instead",
  "undo_entry.user_id": "an undo belongs to the session's account",
  "export_person.user_id": "the numbers of people in an export that is being made",
  "api_key.account_id": "the account of a key is nobody's, so it is never merged",
  "api_key.maker_id": "a key works only while its maker is an admin",
};

test("each column that refers to an account moves in a merge of accounts or is listed with the reason why it does not", async () => {
  const { sql } = await startTestDatabase();
  const references = await sql<{ name: string }>(
    `select distinct c.conrelid::regclass::text || '.' || a.attname as name
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.confrelid = 'user_account'::regclass and a.attname <> 'company_id'`,
  );
  const moved = Object.entries(MOVED_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const decided = [...moved, ...Object.keys(ENDING)];
  expect(references.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
});
