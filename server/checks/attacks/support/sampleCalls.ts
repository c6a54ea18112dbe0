import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { routes } from "#server/app/routes.ts";
import {
  BOUNCE_HEADERS,
  bounceReportWith,
  failedRecipient,
  insertSentMail,
} from "#server/checks/fixtures/bounceReport.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";
import { insertNotification } from "#server/checks/fixtures/notificationFixtures.ts";
import { notificationRows } from "#server/checks/fixtures/notificationRows.ts";
import { importUpload, insertImport } from "#server/checks/fixtures/insertImport.ts";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import { newPasskeyBody, passkeyLoginBody } from "#server/checks/fixtures/passkeyBodies.ts";
import type { Visitor } from "#server/checks/fixtures/testPortal.ts";
import { validBody } from "#server/checks/fixtures/validValue.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { hashCode } from "#server/features/auth/password.ts";
import { DEFAULT_LANDING_PAGE } from "#server/features/landingPage/defaultLandingPage.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { AttackFixtures } from "./attackFixtures.ts";
import { signedTokenSampleCalls } from "./signedTokenSampleCalls.ts";
import { signOnSampleCalls } from "./signOnSampleCalls.ts";
import { webhookSampleCalls } from "./webhookSampleCalls.ts";

/** A call that succeeds. */
export interface SampleCall {
  host: string;
  cookie: string | undefined;
  /** Ids in the path, by parameter name. */
  params?: Record<string, number | string>;
  /** JSON, or a Buffer for an upload. */
  body?: object;
  headers?: Record<string, string>;
}

type Caller = "anonymous" | "customer" | "admin" | "superAdmin";

/** The parts of a sample call that cannot be derived from its route. */
type Sample = Pick<SampleCall, "params" | "body" | "headers"> & { caller?: Caller };

const NEW_PASSWORD = "a quite different battery";
const { authBackgroundColor: _, ...SIX_COLORS } = DEFAULT_BRANDING;

const CONFIRMATION_CODE = "123456";

/** Removes the confirmation of the customer's e-mail address and stores a new confirmation code. */
async function sendCode({ portal, customer: { id, username } }: AttackFixtures): Promise<void> {
  const salt = randomBytes(16);
  await portal.sql("update user_account set confirmed_at = null where id = $1", [id]);
  await portal.sql(
    `insert into email_confirmation (user_id, username, salt, code_hash, expires_at)
     values ($1, $2, $3, $4, now() + interval '15 minutes')`,
    [id, username, salt, await hashCode(CONFIRMATION_CODE, salt)],
  );
}

/** Stores an API key, and returns its path parameters. */
async function insertApiKey({ portal, company, admin }: AttackFixtures): Promise<{ id: number }> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into api_key (company_id, key_hash, hint, name, scopes, account_id, maker_id)
     values ($1, sha256(gen_random_uuid()::text::bytea), 'abcd', 'Sample', '{feedback:read}', $2, $2)
     returning id`,
    [company.id, admin.id],
  );
  return { id: Number(row?.id) };
}

/** Stores a code for logging in, and returns the cookie of the browser that has requested it. */
async function sendLoginCode({ portal, company, customer }: AttackFixtures): Promise<string> {
  const salt = randomBytes(16);
  const token = newSessionToken();
  await portal.sql(
    `insert into login_code (browser_hash, link_hash, address, host, target_company_id, salt, code_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + interval '10 minutes')`,
    [
      hashToken(token),
      randomBytes(32),
      customer.username,
      company.host,
      company.id,
      salt,
      await hashCode(CONFIRMATION_CODE, salt),
    ],
  );
  return `hearback_login=${token}`;
}

/** Makes the customer's login fresh. Returns a client of the customer. */
async function freshLogin({ portal, company, customer }: AttackFixtures): Promise<Visitor> {
  await portal.sql("update session set proved_at = now() where user_id = $1", [customer.id]);
  return portal.visitor(company.host, customer);
}

/** Creates another account of the customer's company, which a merge would end. */
async function otherAccount({ portal, company }: AttackFixtures) {
  return portal.user("user", company);
}

/** Stores an invitation of an e-mail address without an account. */
async function insertInvitation({ portal, company }: AttackFixtures) {
  const token = newSessionToken();
  const [row] = await portal.sql<{ id: string }>(
    `insert into invitation (company_id, username, role, link_token_hash, expires_at)
     values ($1, $2, 'user', $3, now() + interval '7 days')
     on conflict (company_id, lower(username collate "C")) do update
       set link_token_hash = excluded.link_token_hash
     returning id`,
    [company.id, `invited-${String(company.id)}@example.com`, hashToken(token)],
  );
  return { id: Number(row?.id), token };
}

/** Stores a saved view of the list of feedback. */
async function insertView({ portal, company }: AttackFixtures): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into saved_view (company_id, name, filters)
     select $1, 'View ' || count(*), '{"sort": "date"}' from saved_view returning id`,
    [company.id],
  );
  return Number(row?.id);
}

/** Creates an entry of the changelog. */
async function insertEntry({ portal, company }: AttackFixtures, state = "draft"): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_entry (company_id, title, slug, state, publish_at)
     values ($1, 'Entry', 'entry-' || md5(random()::text), $2,
       case when $2 = 'published' then now() end) returning id`,
    [company.id, state],
  );
  return Number(row?.id);
}

/** Stores a picture in the item's description. */
async function insertPicture({ portal, company, item }: AttackFixtures): Promise<string> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into picture (company_id, feedback_id, part, loose_since, width, height, bytes, content)
     values ($1, $2, 'description', null, 1, 1, 1, 'A') returning id`,
    [company.id, item.id],
  );
  return row?.id ?? "";
}

/** Stores a subscriber of the changelog. */
async function insertSubscriber({ portal, company }: AttackFixtures): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_subscriber (company_id, address, state)
     values ($1, md5(random()::text) || '@example.com', 'subscribed') returning id`,
    [company.id],
  );
  return Number(row?.id);
}

/** Returns the id of a label that each company has from the start. */
async function firstLabel({ portal, company }: AttackFixtures): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    "select id from changelog_label where company_id = $1 order by id limit 1",
    [company.id],
  );
  return Number(row?.id);
}

/** Creates an item that an import has written under the name of an account. */
async function insertImportedItem({ portal, company, board }: AttackFixtures, userId: number) {
  const { id } = await portal.item(board, { userId });
  await portal.sql(
    `insert into imported_item (company_id, source, key, feedback_id, record)
     values ($1, 'csv', $2::bigint::text, $2, '{}')`,
    [company.id, id],
  );
  return id;
}

/** Stores a finished export without files. */
async function insertExport({ portal, company }: AttackFixtures) {
  const [row] = await portal.sql<{ id: string }>(
    `insert into export (company_id, state, progress, expires_at)
     values ($1, 'ready', '{"step": "votes", "after": null, "files": {}}', now() + interval '1 day')
     returning id`,
    [company.id],
  );
  return { id: Number(row?.id) };
}

/** Creates an item that waits for approval. Returns a body with the item's id. */
async function pendingItem({ portal, board, customer }: AttackFixtures): Promise<Sample> {
  const { id } = await portal.item(board, { userId: customer.id });
  await portal.sql("update feedback_item set is_pending = true, state = 'pending' where id = $1", [
    id,
  ]);
  return { body: { feedbackId: id } };
}

const codeOf = (secret: Buffer) =>
  new TOTP({ secret: Secret.fromHex(secret.toString("hex")), digits: 6, period: 30 }).generate();
const colorOf = (id: number) => `#${id.toString(16).padStart(6, "0")}`;

/**
 * Calls that need secrets, complete lists or values that are unique in the installation. The sample
 * calls of other routes are derived from their guard, path and schema.
 */
const SPECIAL: Record<string, (fixtures: AttackFixtures) => Sample | Promise<Sample>> = {
  ...signOnSampleCalls,
  ...webhookSampleCalls,
  ...signedTokenSampleCalls,
  // The caller is anonymous, because the rate limit of this call does not apply to accounts.
  "GET /api/feedback/challenge": () => ({ caller: "anonymous" }),
  "POST /api/login": ({ customer }) => ({
    body: { username: customer.username, password: TEST_PASSWORD },
  }),
  "GET /api/sign-on/ways": () => ({ caller: "anonymous" }),
  "POST /api/login/code": ({ customer }) => ({
    caller: "anonymous",
    body: { username: customer.username, from: "/feedback" },
  }),
  "POST /api/login/code/confirm": async (fixtures) => ({
    caller: "anonymous",
    headers: { cookie: await sendLoginCode(fixtures) },
    body: { code: CONFIRMATION_CODE },
  }),
  "DELETE /api/user/password": async (fixtures) => {
    // The passkey is the way in that remains.
    await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "customer" };
  },
  "DELETE /api/user/identities/:id": async (fixtures) => {
    await freshLogin(fixtures);
    const { id } = await connectGitHub(fixtures.portal.sql, fixtures.customer.id, randomUUID());
    return { caller: "customer", params: { id } };
  },
  "POST /api/user/merge/code": async (fixtures) => {
    await freshLogin(fixtures);
    const { username } = await otherAccount(fixtures);
    return { caller: "customer", body: { username } };
  },
  "POST /api/user/merge/proof": async (fixtures) => {
    await freshLogin(fixtures);
    const { username } = await otherAccount(fixtures);
    return { caller: "customer", body: { username, password: TEST_PASSWORD } };
  },
  "POST /api/user/merge": async (fixtures) => {
    const visitor = await freshLogin(fixtures);
    const { username } = await otherAccount(fixtures);
    await visitor.post("/api/user/merge/proof", { username, password: TEST_PASSWORD });
    return { caller: "customer" };
  },
  "POST /api/passkeys/creation": async (fixtures) => {
    await freshLogin(fixtures);
    return { caller: "customer" };
  },
  "POST /api/passkeys": async (fixtures) => {
    const visitor = await freshLogin(fixtures);
    const { body } = await newPasskeyBody(visitor, fixtures.company.host);
    return { caller: "customer", body };
  },
  "PATCH /api/passkeys/:id": async (fixtures) => {
    const { id } = await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "customer", params: { id }, body: { name: "Phone" } };
  },
  "DELETE /api/passkeys/:id": async (fixtures) => {
    const { id } = await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "customer", params: { id } };
  },
  "POST /api/passkeys/login/options": () => ({ caller: "anonymous" }),
  "POST /api/passkeys/login": async (fixtures) => {
    const { body } = await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "anonymous", body };
  },
  "POST /api/register": ({ company }) => ({
    body: {
      username: `new-${String(company.id)}@example.com`,
      password: NEW_PASSWORD,
      fullName: "New Person",
    },
  }),
  "POST /api/logout": () => ({ caller: "customer" }),
  "POST /api/user/password": () => ({
    body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
  }),
  "POST /api/password-reset": ({ customer }) => ({ body: { username: customer.username } }),
  "POST /api/password-reset/confirm": ({ resetToken }) => ({
    body: { token: resetToken, newPassword: NEW_PASSWORD },
  }),
  "POST /api/confirm-email/send": async (fixtures) => {
    await sendCode(fixtures);
    return { caller: "customer" };
  },
  "POST /api/confirm-email": async (fixtures) => {
    await sendCode(fixtures);
    return { caller: "customer", body: { code: CONFIRMATION_CODE } };
  },
  "DELETE /api/user": () => ({ body: { password: TEST_PASSWORD } }),
  "POST /api/user/mfa/setup": () => ({ body: { password: TEST_PASSWORD } }),
  "POST /api/user/mfa/confirm": ({ secrets }) => ({
    caller: "admin",
    body: { code: codeOf(secrets.pending) },
  }),
  "POST /api/user/mfa/turn-off": ({ secrets }) => ({
    caller: "superAdmin",
    body: { password: TEST_PASSWORD, code: codeOf(secrets.confirmed) },
  }),
  "POST /api/user/mfa/recovery-codes": ({ secrets }) => ({
    caller: "superAdmin",
    body: { password: TEST_PASSWORD, code: codeOf(secrets.confirmed) },
  }),
  "PATCH /api/user/notification-settings": () => ({ body: { email: "weekly" } }),
  "DELETE /api/user/mail-suppression": async ({ portal, customer: { username } }) => {
    await portal.sql("insert into mail_suppression values ($1, 'bounced', 'No such mailbox')", [
      username,
    ]);
    return { caller: "customer" };
  },
  "PATCH /api/user": () => ({ body: { fullName: "Another Name" }, caller: "customer" }),
  "DELETE /api/user/picture": async ({ portal, customer }) => {
    await portal.sql(
      `with picture as (
         insert into user_picture (user_id, content) values ($1, 'A') on conflict do nothing
       )
       update user_account set picture_key = gen_random_uuid() where id = $1`,
      [customer.id],
    );
    return { caller: "customer" };
  },
  "DELETE /api/company/:companyId/logo": async ({ portal, company }) => {
    await portal.sql(
      `insert into company_logo (company_id, content_type, content) values ($1, 'image/png', 'A')
       on conflict do nothing`,
      [company.id],
    );
    return { params: { companyId: company.id } };
  },
  "PATCH /api/company/:companyId": () => ({ body: { name: "Another Name", website: "" } }),
  "PATCH /api/company/:companyId/branding": () => ({
    body: { brandingSettings: { ...SIX_COLORS, primaryColor: "#123456" } },
  }),
  "PATCH /api/company/:companyId/domain": ({ company }) => ({
    body: { customDomain: `new-${String(company.id)}.example` },
  }),
  "POST /api/admin/site-settings": ({ company }) => ({
    body: {
      siteName: `Site ${String(company.id)}`,
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    },
  }),
  "PATCH /api/admin/site-settings/branding": ({ company }) => ({
    body: { brandingSettings: { ...DEFAULT_BRANDING, accentColor: colorOf(company.id) } },
  }),
  "PUT /api/admin/site-settings/sign-in-providers/:provider": async ({ portal }) => {
    await portal.sql(
      `insert into sign_in_provider (provider, client_id, is_on) values ('github', 'a client', true)
       on conflict do nothing`,
    );
    return { params: { provider: "github" }, body: { clientId: "", isOn: false } };
  },
  "POST /api/admin/landing-page": ({ company }) => ({
    body: { ...DEFAULT_LANDING_PAGE, title: `Title ${String(company.id)}` },
  }),
  "PATCH /api/admin/faqs/reorder": async ({ portal }) => ({
    body: { ids: await reversed(portal, "faq") },
  }),
  "PATCH /api/admin/announcements/reorder": async ({ portal }) => ({
    body: { ids: await reversed(portal, "announcement") },
  }),
  "PATCH /api/boards/reorder": ({ board, privateBoard }) => ({
    body: { boardIds: [privateBoard.id, board.id].toSorted((a, b) => b - a) },
  }),
  "POST /api/mail/bounces": async ({ portal, company, customer }) => {
    const mail = await insertSentMail(portal, { companyId: company.id, userId: customer.id });
    const returned = ["Content-Type: message/rfc822", "", ...mail()];
    const report = bounceReportWith(returned, failedRecipient(customer.username));
    return { body: Buffer.from(report), headers: BOUNCE_HEADERS };
  },
  "POST /api/feedback": ({ board }) => ({
    body: { title: "A title", description: "A description", boardId: board.id },
  }),
  "POST /api/feedback/bulk": ({ item, board, category, admin }) => ({
    body: {
      ids: [item.id],
      changes: {
        status: "planned",
        note: "Soon",
        notify: true,
        category: "bug",
        boardId: board.id,
        boardCategoryId: category.id,
        assigneeId: admin.id,
      },
    },
  }),
  "PATCH /api/feedback/:id": () => ({ body: { title: "Another title" } }),
  "POST /api/feedback/:id/reopen": async ({ portal, item }) => {
    await portal.sql(
      "update feedback_item set state = 'closed', closed_at = now(), close_reason = 'other' where id = $1",
      [item.id],
    );
    return {};
  },
  "POST /api/feedback/:id/merge": async ({ portal, board }) => ({
    body: { targetId: (await portal.item(board)).id },
  }),
  "POST /api/feedback/:id/unmerge": async ({ portal, board, item }) => {
    const { id } = await portal.item(board);
    await portal.sql(
      "update feedback_item set state = 'merged', merged_into_id = $2, merged_at = now() where id = $1",
      [id, item.id],
    );
    return { params: { id } };
  },
  "POST /api/feedback/merge": async ({ portal, board, item }) => ({
    body: { ids: [item.id], targetId: (await portal.item(board)).id },
  }),
  "POST /api/views": ({ board, category, admin }) => ({
    body: {
      name: "New view",
      filters: {
        search: "dark",
        category: "bug",
        status: "planned",
        boardId: board.id,
        boardCategoryId: category.id,
        assigneeId: admin.id,
        state: "open",
        sort: "date",
      },
    },
  }),
  "PATCH /api/views/:id": async (fixtures) => ({
    params: { id: await insertView(fixtures) },
    body: { name: "Another name" },
  }),
  "DELETE /api/views/:id": async (fixtures) => ({ params: { id: await insertView(fixtures) } }),
  "POST /api/changelog": ({ item }) => ({
    body: {
      title: "News",
      slug: "news",
      body: "Text",
      version: "1",
      labelIds: [],
      itemIds: [item.id],
    },
  }),
  "GET /api/changelog/:id": async (fixtures) => ({
    params: { id: await insertEntry(fixtures, "published") },
  }),
  "GET /pictures/:id/:file": async (fixtures) => ({
    params: { id: await insertPicture(fixtures), file: "1x1.webp" },
  }),
  "DELETE /api/changelog/subscription": async ({ portal, company, customer }) => {
    await portal.sql(
      `insert into changelog_subscriber (company_id, user_id, state, token)
       values ($1, $2, 'subscribed', null)`,
      [company.id, customer.id],
    );
    return {};
  },
  "GET /api/changelog/:id/audience": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
  }),
  "GET /api/changelog/slug/:slug": async (fixtures) => {
    const id = await insertEntry(fixtures, "published");
    const slug = `news-${String(id)}`;
    await fixtures.portal.sql("update changelog_entry set slug = $2 where id = $1", [id, slug]);
    return { params: { slug } };
  },
  "PATCH /api/changelog/:id": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
    body: { title: "Other news", revision: 1 },
  }),
  "DELETE /api/changelog/:id": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
  }),
  "POST /api/changelog/:id/publish": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
    body: { tell: ["followers"], completeItems: true },
  }),
  "POST /api/changelog/:id/unpublish": async (fixtures) => ({
    params: { id: await insertEntry(fixtures, "published") },
  }),
  "POST /api/changelog/labels": () => ({ body: { name: "Security", color: "#112233" } }),
  "PATCH /api/changelog/labels/:id": async (fixtures) => ({
    params: { id: await firstLabel(fixtures) },
    body: { name: "Renamed", color: "#112233" },
  }),
  "DELETE /api/changelog/labels/:id": async (fixtures) => ({
    params: { id: await firstLabel(fixtures) },
  }),
  "POST /api/changelog/subscribers": ({ company }) => ({
    body: { email: `reader-${String(company.id)}@example.com` },
  }),
  "DELETE /api/changelog/subscribers/:id": async (fixtures) => ({
    params: { id: await insertSubscriber(fixtures) },
  }),
  "DELETE /api/comments/:id/reactions/:emoji": async ({ portal, company, customer, comment }) => {
    await portal.sql(
      `insert into comment_reaction (company_id, comment_id, user_id, emoji) values ($1, $2, $3, '👍')
       on conflict do nothing`,
      [company.id, comment.id, customer.id],
    );
    return { params: { id: comment.id, emoji: encodeURIComponent("👍") }, caller: "customer" };
  },
  "POST /api/feedback/:id/votes": async ({ portal, company }) => ({
    body: { userId: (await portal.user("user", company)).id },
  }),
  "DELETE /api/feedback/:id/votes/:userId": async ({ portal, company, item }) => {
    const { id: userId } = await portal.user("user", company);
    await portal.sql(
      `with counted as (update feedback_item set votes = votes + 1 where id = $2)
       insert into user_vote (company_id, feedback_id, user_id, is_recorded) values ($1, $2, $3, true)`,
      [company.id, item.id, userId],
    );
    return { params: { id: item.id, userId } };
  },
  "POST /api/feedback/:id/disown": async (fixtures) => ({
    params: { id: await insertImportedItem(fixtures, fixtures.customer.id) },
    body: {},
    caller: "customer",
  }),
  "DELETE /api/feedback/:id/disown": async (fixtures) => {
    const { portal, company, customer } = fixtures;
    const [person] = await portal.sql<{ id: number }>(
      `insert into user_account (username, home_company_id, password_hash, is_active, is_imported, email_pace)
       values ('disowned-' || $1 || '@' || $2 || '.imported.invalid', $2::bigint, 'x', false, true, 'off')
       on conflict (lower(username collate "C")) do update set is_active = false
       returning id`,
      [String(customer.id), String(company.id)],
    );
    return {
      params: { id: await insertImportedItem(fixtures, Number(person?.id)) },
      body: {},
      caller: "customer",
    };
  },
  "PUT /api/feedback/:id/place": async ({ portal, company, board }) => {
    await portal.sql("update company set roadmap_order = 'manual' where id = $1", [company.id]);
    const { id } = await portal.item(board, { status: "planned" });
    return { params: { id }, body: { afterId: null } };
  },
  "POST /api/moderation/approve": pendingItem,
  "POST /api/moderation/reject": pendingItem,
  "POST /api/undo/:token": async ({ portal, company, admin }) => {
    const token = newSessionToken();
    await portal.sql(
      `insert into undo_entry (company_id, token_hash, user_id, kind, data)
       values ($1, $2, $3, 'closing', '{"closings": []}')`,
      [company.id, hashToken(token), admin.id],
    );
    return { params: { token } };
  },
  "POST /api/reports/dismiss": async ({ portal, customer, item }) => {
    await portal.sql(
      `insert into report (company_id, feedback_id, user_id, reason)
       select company_id, id, $2, 'spam' from feedback_item where id = $1`,
      [item.id, customer.id],
    );
    return { body: { feedbackId: item.id } };
  },
  "PUT /api/blocked-accounts/:id": async ({ portal, company }) => ({
    params: { id: (await portal.user("user", company)).id },
  }),
  "DELETE /api/blocked-accounts/:id": async ({ portal, company }) => {
    const { id } = await portal.user("user", company);
    await portal.sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
      company.id,
      id,
    ]);
    return { params: { id } };
  },
  "GET /api/feedback/:id/history/:changeId/notified": async ({ portal, item }) => {
    const { changeId } = await notificationRows(portal).notifiedChange(item);
    return { params: { id: item.id, changeId } };
  },
  "POST /api/notifications/read": async ({ portal, customer, item }) => {
    const ids = { userId: customer.id, feedbackId: item.id };
    return { body: { ids: [await insertNotification(portal.sql, ids)] } };
  },
  "DELETE /api/mail-suppressions/:userId": async ({ portal, customer }) => {
    await notificationRows(portal).suppress(customer);
    return { params: { userId: customer.id } };
  },
  "POST /api/imports": async ({ portal, company }) => {
    await portal.sql("delete from import_run where company_id = $1", [company.id]);
    const { payload: body, headers } = importUpload();
    return { body, headers };
  },
  "POST /api/imports/canny": async ({ portal, company }) => {
    await portal.sql("delete from import_run where company_id = $1", [company.id]);
    return { body: { apiKey: "key" } };
  },
  ...Object.fromEntries(
    (
      [
        ["GET /api/imports/:id", "uploaded"],
        ["PATCH /api/imports/:id", "uploaded"],
        ["DELETE /api/imports/:id", "uploaded"],
        ["POST /api/imports/:id/dry-run", "uploaded"],
        ["POST /api/imports/:id/run", "checked"],
        ["GET /api/imports/:id/additions", "done"],
        ["GET /api/imports/:id/report.csv", "done"],
        ["POST /api/imports/:id/undo", "done"],
      ] as const
    ).map(([call, state]) => [
      call,
      async ({ portal, company }: AttackFixtures) => ({
        params: { id: (await insertImport(portal, company, state)).id },
        ...(call.startsWith("PATCH") && { body: { boardId: null } }),
      }),
    ]),
  ),
  "POST /api/api-keys": () => ({ body: { name: "Sample", scopes: ["feedback:read"] } }),
  "PATCH /api/api-keys/:id": async (fixtures) => ({
    params: await insertApiKey(fixtures),
    body: { name: "Renamed" },
  }),
  "DELETE /api/api-keys/:id": async (fixtures) => ({ params: await insertApiKey(fixtures) }),
  "POST /api/exports": async ({ portal, company }) => {
    await portal.sql("delete from export where company_id = $1", [company.id]);
    return {};
  },
  "GET /api/exports/:id": async (fixtures) => ({ params: await insertExport(fixtures) }),
  "GET /api/exports/:id/file": async (fixtures) => ({ params: await insertExport(fixtures) }),
  "POST /api/invitations": ({ company }) => ({
    body: {
      username: `invited-${String(company.id)}@example.com`,
      role: "company_admin",
      delivery: "link",
    },
  }),
  "DELETE /api/invitations/:id": async (fixtures) => ({
    params: { id: (await insertInvitation(fixtures)).id },
  }),
  "GET /api/invitations/:token/preview": async (fixtures) => ({
    params: { token: (await insertInvitation(fixtures)).token },
  }),
  "POST /api/invitations/:token/accept": async (fixtures) => ({
    params: { token: (await insertInvitation(fixtures)).token },
    body: { fullName: "New Person", password: NEW_PASSWORD },
  }),
  "PATCH /api/members/:id": ({ customer }) => ({
    params: { id: customer.id },
    body: { role: "company_admin" },
  }),
  "PATCH /api/admin/users/:id": () => ({ body: { fullName: "Another Name" } }),
  "POST /api/admin/companies": () => ({
    body: { name: "New Company", description: "", website: "" },
  }),
  "PATCH /api/admin/companies/:id": () => ({ body: { name: "Another Name" } }),
};

/** Returns a call of this endpoint that succeeds with these fixtures. */
export async function sampleCall(
  fixtures: AttackFixtures,
  { method, path }: Pick<Endpoint, "method" | "path">,
): Promise<SampleCall> {
  const route = routes.find(({ endpoint: e }) => e.method === method && e.path === path);
  if (!route) throw new Error(`There is no route ${method} ${path}`);
  const special = await SPECIAL[`${method} ${path}`]?.(fixtures);
  const caller = special?.caller ?? callerOf(route);
  const { body = bodyOf(route, fixtures), params = paramsOf(path, fixtures) } = special ?? {};
  return {
    host: fixtures.company.host,
    cookie: caller === "anonymous" ? undefined : fixtures[caller].cookie,
    params,
    ...(body && { body }),
    ...(special?.headers && { headers: special.headers }),
    ...(route.endpoint.upload !== undefined && (await pictureUpload(route.endpoint.upload))),
  };
}

/** Callers, sorted from the fewest rights to the most. */
const CALLERS: [ViewerKey, Caller][] = [
  ["A", "anonymous"],
  ["U", "customer"],
  ["C", "admin"],
  ["T", "superAdmin"],
];

function callerOf({ guard }: Route): Caller {
  const allowed = mayPass(guard);
  return CALLERS.find(([viewer]) => allowed.includes(viewer))?.[1] ?? "superAdmin";
}

function bodyOf({ endpoint: { body } }: Route, fixtures: AttackFixtures): object | undefined {
  if (!body) return undefined;
  const ids: Record<string, number> = {
    boardId: fixtures.board.id,
    boardCategoryId: fixtures.category.id,
    companyId: fixtures.company.id,
    answersId: fixtures.comment.id,
  };
  return validBody(body, {
    ids: (name) => [ids[name] ?? fixtures.item.id],
    emails: [fixtures.customer.username],
  });
}

/**
 * Returns the parameters of a path: the ids of the entities that the preceding path segments name.
 */
function paramsOf(path: string, fixtures: AttackFixtures): Record<string, number | string> {
  const { item, comment, board, category, session, faq, announcement } = fixtures;
  const entities: Record<string, { id: number }> = {
    announcements: announcement,
    boards: board,
    categories: category,
    comments: comment,
    companies: fixtures.other,
    company: fixtures.company,
    faqs: faq,
    feedback: item,
    members: fixtures.customer,
    sessions: session,
    users: fixtures.admin,
  };
  return Object.fromEntries(
    [...path.matchAll(/([^/]+)\/:(\w+)/g)].map(([, segment = "", name = ""]) => {
      if (segment === "reactions") return [name, encodeURIComponent("👍")];
      const entity = entities[segment];
      if (!entity) throw new Error(`paramsOf in sampleCalls.ts has no entity for ${segment}`);
      return [name, entity.id];
    }),
  );
}

/** Replaces the parameters of a path with their values. */
export function addressOf(path: string, params: Record<string, number | string> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(params[name]));
}

/** Queries of reads that require a query, by path. */
const REQUIRED_QUERIES: Record<string, string> = {
  "/api/feedback/similar": "title=Item",
  "/api/feedback/:id/merge-outcome": "ids=1",
};

/** Returns the URL of a read that succeeds, with the query that the read requires. */
export function readAddressOf(path: string, params: Record<string, number | string> = {}): string {
  const query = REQUIRED_QUERIES[path];
  return `${addressOf(path, params)}${query === undefined ? "" : `?${query}`}`;
}

async function reversed(
  { sql }: AttackFixtures["portal"],
  table: "faq" | "announcement",
): Promise<number[]> {
  const rows = await sql<{ id: string }>(
    `select id from ${table} order by order_index desc, id desc`,
  );
  return rows.map(({ id }) => Number(id));
}
