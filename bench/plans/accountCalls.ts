import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import {
  BOUNCE_HEADERS,
  bounceReport,
  failedRecipient,
} from "#server/checks/fixtures/bounceReport.ts";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import { newPasskeyBody, passkeyLoginBody } from "#server/checks/fixtures/passkeyBodies.ts";
import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import { hashCode } from "#server/features/auth/password.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { Reply } from "#server/checks/fixtures/testPortal.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import type { RouteCalls } from "./routeCalls.ts";

const NEW_PASSWORD = "a much better battery staple";

async function setUpMfa({ newUser }: CallFixtures) {
  const user = await newUser();
  const setup = await user.visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
  const secret = Secret.fromBase32(String(setup.body.secret));
  const codeAt = (steps: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const confirm = (): Promise<Reply> =>
    user.visitor.post("/api/user/mfa/confirm", { code: codeAt(-1) });
  return { setup, confirm, codeAt };
}

type NewVisitor = Awaited<ReturnType<CallFixtures["newUser"]>>["visitor"];

async function uploadPicture(visitor: NewVisitor): Promise<Reply> {
  const { body, headers } = await pictureUpload("picture");
  return visitor.post("/api/user/picture", body, headers);
}

const withNewUser =
  (call: (visitor: NewVisitor) => Promise<Reply>) =>
  async ({ newUser }: CallFixtures): Promise<Reply[]> => [await call((await newUser()).visitor)];

/** Creates a user who has just logged in. */
async function freshUser({ portal, newUser }: CallFixtures): Promise<NewVisitor> {
  const { id, visitor } = await newUser();
  await portal.sql("update session set proved_at = now() where user_id = $1", [id]);
  return visitor;
}

/** Calls for accounts, sessions, second factors and bounce reports. */
export const accountCalls: RouteCalls = {
  "POST /api/login": async ({ anonymous, newUser }) => [
    await anonymous.post("/api/login", {
      username: (await newUser()).username,
      password: TEST_PASSWORD,
    }),
  ],
  "GET /api/sign-on/ways": async ({ anonymous }) => [await anonymous.get("/api/sign-on/ways")],
  "POST /api/login/code": async ({ anonymous, newUser }) => [
    await anonymous.post("/api/login/code", { username: (await newUser()).username }),
  ],
  "POST /api/login/code/confirm": async ({ portal, anonymous, newUser }) => {
    const { username } = await newUser();
    const asked = await anonymous.post("/api/login/code", { username });
    const salt = randomBytes(16);
    await portal.sql("update login_code set salt = $1, code_hash = $2 where address = $3", [
      salt,
      await hashCode("123456", salt),
      username,
    ]);
    return [await anonymous.post("/api/login/code/confirm", { code: "123456" }, cookieOf(asked))];
  },
  "GET /api/user/sign-in-methods": withNewUser((visitor) =>
    visitor.get("/api/user/sign-in-methods"),
  ),
  "DELETE /api/user/password": async ({ portal, newUser }) => {
    const { id, visitor } = await newUser();
    await portal.sql("update session set proved_at = now() where user_id = $1", [id]);
    await portal.sql("update user_account set password_hash = $2 where id = $1", [
      id,
      unusablePasswordHash(),
    ]);
    return [await visitor.delete("/api/user/password")];
  },
  "DELETE /api/user/identities/:id": async ({ portal, newUser }) => {
    const { id, visitor } = await newUser();
    await portal.sql("update session set proved_at = now() where user_id = $1", [id]);
    const identity = await connectGitHub(portal.sql, id);
    return [await visitor.delete(`/api/user/identities/${String(identity.id)}`)];
  },
  "POST /api/user/merge/code": async (fixtures) => {
    const { username } = await fixtures.newUser();
    return [await (await freshUser(fixtures)).post("/api/user/merge/code", { username })];
  },
  "POST /api/user/merge/proof": async (fixtures) => {
    const { username } = await fixtures.newUser();
    const proof = { username, password: TEST_PASSWORD };
    return [await (await freshUser(fixtures)).post("/api/user/merge/proof", proof)];
  },
  "POST /api/user/merge": async (fixtures) => {
    const { username } = await fixtures.newUser();
    const visitor = await freshUser(fixtures);
    await visitor.post("/api/user/merge/proof", { username, password: TEST_PASSWORD });
    return [await visitor.post("/api/user/merge")];
  },
  "POST /api/passkeys/creation": async (fixtures) => [
    await (await freshUser(fixtures)).post("/api/passkeys/creation"),
  ],
  "POST /api/passkeys": async (fixtures) => {
    const visitor = await freshUser(fixtures);
    const { body } = await newPasskeyBody(visitor, fixtures.host);
    return [await visitor.post("/api/passkeys", body)];
  },
  "PATCH /api/passkeys/:id": async (fixtures) => {
    const visitor = await freshUser(fixtures);
    const { id } = await passkeyLoginBody(visitor, fixtures.host);
    return [await visitor.patch(`/api/passkeys/${String(id)}`, { name: "Phone" })];
  },
  "DELETE /api/passkeys/:id": async (fixtures) => {
    const visitor = await freshUser(fixtures);
    const { id } = await passkeyLoginBody(visitor, fixtures.host);
    return [await visitor.delete(`/api/passkeys/${String(id)}`)];
  },
  "POST /api/passkeys/login/options": async ({ anonymous }) => [
    await anonymous.post("/api/passkeys/login/options"),
  ],
  "POST /api/passkeys/login": async (fixtures) => {
    const { body } = await passkeyLoginBody(await freshUser(fixtures), fixtures.host);
    return [await fixtures.anonymous.post("/api/passkeys/login", body)];
  },
  "GET /api/register/subdomain": async ({ provider }) => [
    await provider.get("/api/register/subdomain?subdomain=acme"),
  ],
  "POST /api/register": async ({ anonymous, word }) => [
    await anonymous.post("/api/register", {
      username: `${word()}@example.com`,
      password: NEW_PASSWORD,
      fullName: "New Customer",
    }),
  ],
  "POST /api/logout": withNewUser((visitor) => visitor.post("/api/logout")),
  "POST /api/user/password": withNewUser((visitor) =>
    visitor.post("/api/user/password", {
      currentPassword: TEST_PASSWORD,
      newPassword: NEW_PASSWORD,
    }),
  ),
  "POST /api/password-reset": async ({ anonymous, newUser }) => [
    await anonymous.post("/api/password-reset", { username: (await newUser()).username }),
  ],
  "POST /api/password-reset/confirm": async ({ anonymous, portal, newUser }) => {
    const token = newSessionToken();
    await portal.sql(
      "insert into password_reset (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
      [(await newUser()).id, hashToken(token)],
    );
    return [
      await anonymous.post("/api/password-reset/confirm", { token, newPassword: NEW_PASSWORD }),
    ];
  },
  "POST /api/mail/bounces": async ({ anonymous, newUser }) => [
    await anonymous.request(
      "POST",
      "/api/mail/bounces",
      bounceReport(failedRecipient((await newUser()).username)),
      BOUNCE_HEADERS,
    ),
  ],
  "POST /api/confirm-email/send": async ({ portal, newUser }) => {
    const { id, visitor } = await newUser();
    await portal.sql("update user_account set confirmed_at = null where id = $1", [id]);
    return [await visitor.post("/api/confirm-email/send")];
  },
  "POST /api/confirm-email": async ({ portal, newUser }) => {
    const { id, username, visitor } = await newUser();
    const salt = randomBytes(16);
    await portal.sql("update user_account set confirmed_at = null where id = $1", [id]);
    await portal.sql(
      `insert into email_confirmation (user_id, username, salt, code_hash, expires_at)
       values ($1, $2, $3, $4, now() + interval '15 minutes')`,
      [id, username, salt, await hashCode("123456", salt)],
    );
    return [await visitor.post("/api/confirm-email", { code: "123456" })];
  },
  "GET /api/user/data": async ({ newAuthor }) => [
    await (await newAuthor()).visitor.get("/api/user/data"),
  ],
  "DELETE /api/user": async ({ newAuthor }) => [
    await (await newAuthor()).visitor.request("DELETE", "/api/user", { password: TEST_PASSWORD }),
  ],
  "PATCH /api/user": withNewUser((visitor) => visitor.patch("/api/user", { fullName: "Kim Lee" })),
  "POST /api/user/picture": withNewUser(uploadPicture),
  "DELETE /api/user/picture": async ({ newUser }) => {
    const { visitor } = await newUser();
    await uploadPicture(visitor);
    return [await visitor.delete("/api/user/picture")];
  },
  "PATCH /api/user/notification-settings": withNewUser((visitor) =>
    visitor.patch("/api/user/notification-settings", { email: "daily", timeZone: "Asia/Tokyo" }),
  ),
  "POST /api/user/mfa/setup": async (fixtures) => [(await setUpMfa(fixtures)).setup],
  "POST /api/user/mfa/confirm": async (fixtures) => [await (await setUpMfa(fixtures)).confirm()],
  "POST /api/user/mfa/turn-off": async (fixtures) => {
    const { confirm, codeAt } = await setUpMfa(fixtures);
    const renewed = fixtures.portal.visitor(fixtures.host, cookieOf(await confirm()));
    return [
      await renewed.post("/api/user/mfa/turn-off", { password: TEST_PASSWORD, code: codeAt(0) }),
    ];
  },
  "POST /api/user/mfa/recovery-codes": async (fixtures) => {
    const { confirm, codeAt } = await setUpMfa(fixtures);
    const renewed = fixtures.portal.visitor(fixtures.host, cookieOf(await confirm()));
    return [
      await renewed.post("/api/user/mfa/recovery-codes", {
        password: TEST_PASSWORD,
        code: codeAt(0),
      }),
    ];
  },
  "DELETE /api/user/sessions/:id": async ({ portal, newUser }) => {
    const { id, visitor } = await newUser();
    await portal.sql(
      "insert into session (token_hash, user_id, host, expires_at) values ($1, $2, null, now() + interval '1 hour')",
      [hashToken(newSessionToken()), id],
    );
    const [session] = await portal.sql<{ id: string }>(
      "select max(id) as id from session where user_id = $1",
      [id],
    );
    return [await visitor.delete(`/api/user/sessions/${String(session?.id)}`)];
  },
};
