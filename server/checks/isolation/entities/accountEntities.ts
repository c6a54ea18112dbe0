import { randomUUID } from "node:crypto";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { CreateEntity } from "./entity.ts";
import { MISSING_ID } from "./entity.ts";

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

/** Creates a passkey of the viewer (`public`) or of another user, and makes all logins fresh. */
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

/** Creates a session of the viewer (`public`) or of another user. */
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
