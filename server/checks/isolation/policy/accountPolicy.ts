import {
  BOUNCE_HEADERS,
  bounceReport,
  failedRecipient,
} from "#server/checks/fixtures/bounceReport.ts";
import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { softAuthenticator } from "#server/checks/fixtures/softAuthenticator.ts";
import { identity, passkey, session } from "../entities/accountEntities.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { AccessPolicy, Sent } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";

// Expected statuses of registration, login and the user's own account (docs/product-decisions.md
// "Accounts").

//            N   A   U   P   C   X   V   S   T   W
const ANYONE = "200 200 200 200 200 200 200 200 200 200";
const SIGNED_IN = "401 401 200 200 200 200 200 200 200 200";
const DONE = "401 401 204 204 204 204 204 204 204 204";
/** Only company admins can set a pace for mails about new feedback. */
const NEW_FEEDBACK = "401 401 400 400 200 200 200 400 400 400";
const REFUSED = "401 401 400 400 400 400 400 400 400 400";

let serial = 0;
const newAddress = () => `newcomer-${String((serial += 1))}@example.com`;

/** Removes the confirmation of all viewers' e-mail addresses. */
async function unconfirm({ portal, ...cast }: AccessFixtures): Promise<Sent> {
  const { user, admin, stranger, superAdmin, superOfA } = cast;
  const ids = [user, admin, stranger, superAdmin, superOfA].map(({ id }) => id);
  await portal.sql("update user_account set confirmed_at = null where id = any ($1)", [ids]);
  return {};
}

const UNKNOWN_CEREMONY = { challenge: "x", rpId: "localhost", origin: "http://localhost" };

const unknownPasskey = () => ({
  name: "Laptop",
  credential: softAuthenticator().create(UNKNOWN_CEREMONY),
});

/** Makes the logins of all viewers old. */
async function age({ portal }: AccessFixtures): Promise<Sent> {
  await portal.sql("update session set proved_at = null");
  return {};
}

/** Makes the logins of all viewers fresh. */
async function freshen({ portal }: AccessFixtures): Promise<Sent> {
  await portal.sql("update session set proved_at = now()");
  return {};
}

export const accountPolicy: AccessPolicy = {
  "POST /api/mail/bounces": [
    call(ANYONE.replaceAll("200", "204"), {
      about: "with the token",
      send: () => ({ body: bounceReport(failedRecipient(newAddress())), headers: BOUNCE_HEADERS }),
    }),
    call(ANYONE.replaceAll("200", "401"), {
      about: "without the token",
      send: () => ({
        body: bounceReport(failedRecipient(newAddress())),
        headers: { "content-type": "message/rfc822" },
      }),
    }),
  ],
  "POST /api/login": [
    call(ANYONE, {
      needsOwnFixtures: true,
      send: ({ user }) => ({ body: { username: user.username, password: TEST_PASSWORD } }),
    }),
    call(ANYONE.replaceAll("200", "401"), {
      about: "with a wrong password",
      send: () => ({ body: { username: newAddress(), password: "not the one" } }),
    }),
  ],
  "GET /api/sign-on/ways": [call(ANYONE)],
  "POST /api/login/code": [call(ANYONE, { send: () => ({ body: { username: newAddress() } }) })],
  "POST /api/login/code/confirm": [
    call(ANYONE.replaceAll("200", "400"), {
      about: "without the browser's cookie",
      send: json({ code: "000000" }),
    }),
  ],
  "GET /api/user/sign-in-methods": [call(SIGNED_IN)],
  "DELETE /api/user/password": [
    call("401 401 403 403 403 403 403 403 403 403", { about: "without a fresh login", send: age }),
    call("401 401 409 409 409 409 409 409 409 409", {
      about: "as the only way in",
      needsOwnFixtures: true,
      send: freshen,
    }),
  ],
  "DELETE /api/user/identities/:id": callOn(identity, {
    public: DONE,
    foreign: DONE.replaceAll("204", "404"),
    missing: DONE.replaceAll("204", "404"),
  }),
  "POST /api/user/merge/code": [
    call("401 401 403 403 403 403 403 403 403 403", {
      about: "without a fresh login",
      send: async (fixtures) => ({
        ...(await age(fixtures)),
        body: { username: newAddress() },
      }),
    }),
    call(SIGNED_IN, {
      about: "with a fresh login",
      needsOwnFixtures: true,
      send: async (fixtures) => ({
        ...(await freshen(fixtures)),
        body: { username: newAddress() },
      }),
    }),
  ],
  "POST /api/user/merge/proof": [
    call(REFUSED, {
      about: "with a wrong password",
      needsOwnFixtures: true,
      send: async (fixtures) => ({
        ...(await freshen(fixtures)),
        body: { username: newAddress(), password: "not the one" },
      }),
    }),
  ],
  "POST /api/user/merge": [call(REFUSED.replaceAll("400", "409"), { about: "without a proof" })],
  "POST /api/passkeys/creation": [
    call("401 401 403 403 403 403 403 403 403 403", { about: "without a fresh login", send: age }),
    call(SIGNED_IN, { about: "with a fresh login", needsOwnFixtures: true, send: freshen }),
  ],
  "POST /api/passkeys": [
    call(REFUSED, {
      about: "with an unknown challenge",
      needsOwnFixtures: true,
      send: async (fixtures) => ({ ...(await freshen(fixtures)), body: unknownPasskey() }),
    }),
  ],
  "PATCH /api/passkeys/:id": callOn(
    passkey,
    {
      public: SIGNED_IN,
      foreign: SIGNED_IN.replaceAll("200", "404"),
      missing: SIGNED_IN.replaceAll("200", "404"),
    },
    { send: json({ name: "Phone" }) },
  ),
  "DELETE /api/passkeys/:id": callOn(passkey, {
    public: DONE,
    foreign: DONE.replaceAll("204", "404"),
    missing: DONE.replaceAll("204", "404"),
  }),
  "POST /api/passkeys/login/options": [call(ANYONE)],
  "POST /api/passkeys/login": [
    call(ANYONE.replaceAll("200", "401"), {
      about: "with an unknown passkey",
      send: () => ({
        body: { credential: softAuthenticator().get(UNKNOWN_CEREMONY) },
      }),
    }),
  ],
  "GET /api/register/subdomain": [
    call("403 403 403 403 403 403 403 200 200 200", {
      send: ({ other }) => ({ query: `subdomain=${other.subdomain}` }),
    }),
  ],
  "POST /api/register": [
    call("403 201 403 403 403 403 403 400 400 400", {
      about: "as a customer",
      send: () => ({
        body: {
          username: newAddress(),
          password: "marmalade sandwich 7",
          fullName: "New Comer",
          role: "user",
        },
      }),
    }),
    call("403 400 403 403 403 403 403 201 201 201", {
      about: "for a company",
      send: ({ company }) => ({
        body: {
          username: newAddress(),
          password: "marmalade sandwich 7",
          fullName: "New Comer",
          role: "company_admin",
          companyName: company.name,
        },
      }),
    }),
    call("403 400 403 403 403 403 403 400 400 400", {
      about: "as a super admin",
      send: () => ({
        body: {
          username: newAddress(),
          password: "marmalade sandwich 7",
          fullName: "Me",
          role: "super_admin",
        },
      }),
    }),
  ],
  "POST /api/logout": [call(ANYONE.replaceAll("200", "204"), { needsOwnFixtures: true })],
  "POST /api/user/password": [
    call(SIGNED_IN, {
      needsOwnFixtures: true,
      send: json({ currentPassword: TEST_PASSWORD, newPassword: "marmalade sandwich 7" }),
    }),
    call(REFUSED, {
      about: "without the current password",
      send: json({ currentPassword: "not the one", newPassword: "marmalade sandwich 7" }),
    }),
  ],
  "POST /api/password-reset": [
    call(ANYONE, { send: () => ({ body: { username: newAddress() } }) }),
  ],
  "POST /api/password-reset/confirm": [
    call(ANYONE.replaceAll("200", "400"), {
      about: "with an unknown token",
      send: json({ token: "x".repeat(43), newPassword: "marmalade sandwich 7" }),
    }),
  ],
  "GET /api/user": [call(SIGNED_IN)],
  "POST /api/confirm-email/send": [
    call(SIGNED_IN, { needsOwnFixtures: true, about: "unconfirmed", send: unconfirm }),
    call(SIGNED_IN.replaceAll("200", "409"), { about: "confirmed" }),
  ],
  "POST /api/confirm-email": [
    call(REFUSED, {
      needsOwnFixtures: true,
      about: "without a code that was sent",
      send: async (fixtures) => ({ ...(await unconfirm(fixtures)), body: { code: "000000" } }),
    }),
    call(SIGNED_IN, { about: "confirmed", send: json({ code: "000000" }) }),
  ],
  "GET /api/user/data": [call(SIGNED_IN)],
  "DELETE /api/user": [
    call("401 401 204 204 409 409 409 204 204 204", {
      needsOwnFixtures: true,
      send: json({ password: TEST_PASSWORD }),
    }),
    call(REFUSED, { about: "with a wrong password", send: json({ password: "not the one" }) }),
  ],
  "PATCH /api/user": [call(SIGNED_IN, { send: json({ fullName: "Robin Reyes" }) })],
  "POST /api/user/picture": [call(SIGNED_IN, { send: () => pictureUpload("picture") })],
  "DELETE /api/user/picture": [call(DONE)],
  "GET /api/notifications": [call(SIGNED_IN)],
  "GET /api/rejected-posts": [call(SIGNED_IN)],
  "GET /api/notifications/unread": [call(SIGNED_IN)],
  "POST /api/notifications/read": [
    call(DONE, { send: json({ all: true }) }),
    call(DONE, { about: "of somebody else or nobody", send: json({ ids: [1, 999_999] }) }),
  ],
  "GET /api/user/mfa": [call(SIGNED_IN)],
  "POST /api/user/mfa/setup": [
    call(SIGNED_IN, { needsOwnFixtures: true, send: json({ password: TEST_PASSWORD }) }),
  ],
  "POST /api/user/mfa/confirm": [
    call(REFUSED, { about: "without a setup", send: json({ code: "000000" }) }),
  ],
  "POST /api/user/mfa/turn-off": [
    call(REFUSED, {
      about: "where it is off",
      send: json({ password: TEST_PASSWORD, code: "000000" }),
    }),
  ],
  "POST /api/user/mfa/recovery-codes": [
    call(REFUSED, {
      about: "where it is off",
      send: json({ password: TEST_PASSWORD, code: "000000" }),
    }),
  ],
  "GET /api/user/notification-settings": [call(SIGNED_IN)],
  "PATCH /api/user/notification-settings": [
    call(SIGNED_IN, { send: json({ email: "daily", timeZone: "Europe/Berlin" }) }),
    call(REFUSED, { about: "with an unknown pace", send: json({ email: "hourly" }) }),
    call(NEW_FEEDBACK, { about: "for new feedback", send: json({ newFeedback: "off" }) }),
  ],
  "DELETE /api/user/mail-suppression": [call(DONE)],
  "GET /api/user/imported-posts": [call(SIGNED_IN)],
  "GET /api/user/sessions": [call(SIGNED_IN)],
  "DELETE /api/user/sessions": [call(DONE, { needsOwnFixtures: true })],
  "DELETE /api/user/sessions/:id": callOn(session, {
    public: DONE,
    foreign: DONE.replaceAll("204", "404"),
    missing: DONE.replaceAll("204", "404"),
  }),
};
