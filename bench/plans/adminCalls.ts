import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { DEFAULT_LANDING_PAGE } from "#server/features/landingPage/defaultLandingPage.ts";
import { notificationRows } from "#server/checks/fixtures/notificationRows.ts";
import { importUpload, insertImport } from "#server/checks/fixtures/insertImport.ts";
import type { Reply, Visitor } from "#server/checks/fixtures/testPortal.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";
import type { RouteCalls } from "./routeCalls.ts";

async function uploadLogo(visitor: Visitor, path: string): Promise<Reply> {
  const { body, headers } = await pictureUpload("logo");
  return visitor.post(path, body, headers);
}

const { authBackgroundColor: _, ...companyColors } = DEFAULT_BRANDING;
const companyPath = ({ company }: CallFixtures, rest = "") =>
  `/api/company/${String(company.id)}${rest}`;

const MAILS = ["", "?state=sent", "?search=user"];
const AUDIT = ["", "?action=board", "?search=user", "?from=2026-01-01&to=2030-01-01"];

/** Calls for a company's settings and audit log. */
const companyCalls: RouteCalls = {
  "PATCH /api/company/:companyId": async (fixtures) => [
    await fixtures.admin.patch(companyPath(fixtures), { name: "Renamed" }),
  ],
  "PATCH /api/company/:companyId/branding": async (fixtures) => [
    await fixtures.admin.patch(companyPath(fixtures, "/branding"), {
      brandingSettings: companyColors,
    }),
  ],
  "PATCH /api/company/:companyId/domain": async (fixtures) => [
    await fixtures.admin.patch(companyPath(fixtures, "/domain"), {
      customDomain: "feedback.example.org",
    }),
  ],
  "POST /api/company/:companyId/logo": async (fixtures) => [
    await uploadLogo(fixtures.admin, companyPath(fixtures, "/logo")),
  ],
  "DELETE /api/company/:companyId/logo": async (fixtures) => [
    await fixtures.admin.delete(companyPath(fixtures, "/logo")),
  ],
  "GET /api/company/:companyId/audit-log": (fixtures) =>
    listPages(fixtures.admin, companyPath(fixtures, "/audit-log"), AUDIT),
};

/** Returns the calls for FAQs or announcements, whose routes have the same shape. */
function contentCalls(path: string, form: object): RouteCalls {
  const create = async ({ provider }: CallFixtures) => provider.post(path, form);
  const created = async (fixtures: CallFixtures) =>
    `${path}/${String((await create(fixtures)).body.id)}`;
  return {
    [`GET ${path}`]: async ({ anonymous }) => [await anonymous.get(path)],
    [`POST ${path}`]: async (fixtures) => [await create(fixtures)],
    [`PATCH ${path}/reorder`]: async ({ provider }) => {
      const entries = (await provider.get(path)).body as { id: number }[];
      return [await provider.patch(`${path}/reorder`, { ids: entries.map(({ id }) => id) })];
    },
    [`PATCH ${path}/:id`]: async (fixtures) => [
      await fixtures.provider.patch(await created(fixtures), form),
    ],
    [`DELETE ${path}/:id`]: async (fixtures) => [
      await fixtures.provider.delete(await created(fixtures)),
    ],
  };
}

const SITE = "/api/admin/site-settings";

const MEMBERS = "/api/members";
const INVITATIONS = "/api/invitations";

/** Invites an e-mail address by a link, and returns the invitation with its token. */
async function invite({ admin, word }: CallFixtures) {
  const username = `${word()}@example.com`;
  const reply = await admin.post(INVITATIONS, { username, role: "user", delivery: "link" });
  const { id, link } = reply.body as { id: number; link: string };
  return { reply, id, token: new URL(link).searchParams.get("token") ?? "" };
}

/** Calls for a company's members and invitations. */
const memberCalls: RouteCalls = {
  [`GET ${MEMBERS}`]: ({ admin }) =>
    listPages(admin, MEMBERS, ["", "?role=user", "?role=company_admin", "?search=number"]),
  "GET /api/customers": ({ admin }) =>
    listPages(admin, "/api/customers", ["", "?sort=name", "?sort=oldest", "?state=blocked"]),
  [`PATCH ${MEMBERS}/:id`]: async ({ admin, newUser }) => [
    await admin.patch(`${MEMBERS}/${String((await newUser()).id)}`, { role: "company_admin" }),
  ],
  [`DELETE ${MEMBERS}/:id`]: async ({ admin, newAuthor }) => [
    await admin.delete(`${MEMBERS}/${String((await newAuthor()).id)}`),
  ],
  [`GET ${INVITATIONS}`]: ({ admin }) => listPages(admin, INVITATIONS, [""]),
  [`POST ${INVITATIONS}`]: async (fixtures) => [(await invite(fixtures)).reply],
  [`DELETE ${INVITATIONS}/:id`]: async (fixtures) => [
    await fixtures.admin.delete(`${INVITATIONS}/${String((await invite(fixtures)).id)}`),
  ],
  [`GET ${INVITATIONS}/:token/preview`]: async (fixtures) => [
    await fixtures.anonymous.get(`${INVITATIONS}/${(await invite(fixtures)).token}/preview`),
  ],
  [`POST ${INVITATIONS}/:token/accept`]: async (fixtures) => [
    await fixtures.anonymous.post(`${INVITATIONS}/${(await invite(fixtures)).token}/accept`, {
      fullName: "Invited Person",
      password: "marmalade sandwich 7",
    }),
  ],
};

const API_KEYS = "/api/api-keys";

/** Makes an API key, and returns its path. */
async function makeKey({ admin }: CallFixtures): Promise<string> {
  const made = await admin.post(API_KEYS, { name: "Bench", scopes: ["feedback:read"] });
  return `${API_KEYS}/${String((made.body as { id: number }).id)}`;
}

/** Calls for API keys. */
const apiKeyCalls: RouteCalls = {
  [`GET ${API_KEYS}`]: async ({ admin }) => [await admin.get(API_KEYS)],
  [`POST ${API_KEYS}`]: async ({ admin }) => [
    await admin.post(API_KEYS, { name: "Bench", scopes: ["feedback:read"] }),
  ],
  [`PATCH ${API_KEYS}/:id`]: async (fixtures) => [
    await fixtures.admin.patch(await makeKey(fixtures), { name: "Renamed" }),
  ],
  [`DELETE ${API_KEYS}/:id`]: async (fixtures) => [
    await fixtures.admin.delete(await makeKey(fixtures)),
  ],
};

const IMPORTS = "/api/imports";

/** Uploads a file, and returns the response and the path of the import. */
async function upload({ admin }: CallFixtures) {
  const { payload, headers } = importUpload();
  const reply = await admin.post(IMPORTS, payload, headers);
  return { reply, path: `${IMPORTS}/${String((reply.body as { id: number }).id)}` };
}

/** Creates an import in this state, and returns its path. */
const importIn = async (
  { portal, company }: CallFixtures,
  state: "uploaded" | "checked" | "done",
) => `${IMPORTS}/${String((await insertImport(portal, company, state)).id)}`;

/** Calls for imports. */
const importCalls: RouteCalls = {
  [`POST ${IMPORTS}`]: async (fixtures) => {
    const { reply, path } = await upload(fixtures);
    await fixtures.admin.delete(path);
    return [reply];
  },
  [`POST ${IMPORTS}/canny`]: async ({ admin }) => {
    const reply = await admin.post(`${IMPORTS}/canny`, { apiKey: "key" });
    await admin.delete(`${IMPORTS}/${String((reply.body as { id: number }).id)}`);
    return [reply];
  },
  [`GET ${IMPORTS}`]: async ({ admin }) => [await admin.get(IMPORTS)],
  [`GET ${IMPORTS}/:id`]: async (fixtures) => [
    await fixtures.admin.get(await importIn(fixtures, "done")),
  ],
  [`PATCH ${IMPORTS}/:id`]: async (fixtures) => [
    await fixtures.admin.patch(await importIn(fixtures, "uploaded"), { boardId: null }),
  ],
  [`DELETE ${IMPORTS}/:id`]: async (fixtures) => [
    await fixtures.admin.delete(await importIn(fixtures, "uploaded")),
  ],
  [`POST ${IMPORTS}/:id/dry-run`]: async (fixtures) => [
    await fixtures.admin.post(`${await importIn(fixtures, "uploaded")}/dry-run`),
  ],
  [`POST ${IMPORTS}/:id/run`]: async (fixtures) => [
    await fixtures.admin.post(`${await importIn(fixtures, "checked")}/run`),
  ],
  [`POST ${IMPORTS}/:id/undo`]: async (fixtures) => [
    await fixtures.admin.post(`${await importIn(fixtures, "done")}/undo`),
  ],
  [`GET ${IMPORTS}/:id/additions`]: async (fixtures) => [
    await fixtures.admin.get(`${await importIn(fixtures, "done")}/additions`),
  ],
  [`GET ${IMPORTS}/:id/report.csv`]: async (fixtures) => [
    await fixtures.admin.get(`${await importIn(fixtures, "done")}/report.csv`),
  ],
};

const EXPORTS = "/api/exports";

/** Creates a finished export with one empty part, and returns its path. */
async function newExport({ portal, company }: CallFixtures): Promise<string> {
  const file = { records: 0, bytes: 0, storedBytes: 0, crc32: 0, parts: 1 };
  const [row] = await portal.sql<{ id: string }>(
    `with made as (
       insert into export (company_id, state, progress, expires_at)
       values ($1, 'ready', $2, now() + interval '1 day') returning id
     ), part as (
       insert into export_part (company_id, export_id, file, position, content)
       select $1, id, 'items.csv', 0, '' from made
     )
     select id from made`,
    [company.id, JSON.stringify({ step: "votes", after: null, files: { "items.csv": file } })],
  );
  return `${EXPORTS}/${String(row?.id)}`;
}

/** Calls for a company's exports. */
const exportCalls: RouteCalls = {
  [`GET ${EXPORTS}`]: async ({ admin }) => [await admin.get(EXPORTS)],
  [`POST ${EXPORTS}`]: async ({ admin }) => [await admin.post(EXPORTS)],
  [`GET ${EXPORTS}/:id`]: async (fixtures) => [await fixtures.admin.get(await newExport(fixtures))],
  [`GET ${EXPORTS}/:id/file`]: async (fixtures) => [
    await fixtures.admin.get(`${await newExport(fixtures)}/file`),
  ],
};

/**
 * Calls for the super admin console, and for a company's settings, members, imports, exports, mails
 * and audit log.
 */
export const adminCalls: RouteCalls = {
  ...companyCalls,
  ...memberCalls,
  ...apiKeyCalls,
  ...importCalls,
  ...exportCalls,
  ...contentCalls("/api/admin/faqs", { question: "Why?", answer: "Because." }),
  ...contentCalls("/api/admin/announcements", {
    title: "News",
    content: "There is something new.",
  }),
  [`POST ${SITE}`]: async ({ provider }) => [
    await provider.post(SITE, {
      siteName: "Feedback",
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    }),
  ],
  [`PATCH ${SITE}/branding`]: async ({ provider }) => [
    await provider.patch(`${SITE}/branding`, { brandingSettings: DEFAULT_BRANDING }),
  ],
  [`GET ${SITE}/sign-in-providers`]: async ({ provider }) => [
    await provider.get(`${SITE}/sign-in-providers`),
  ],
  [`PUT ${SITE}/sign-in-providers/:provider`]: async ({ provider }) => [
    await provider.request("PUT", `${SITE}/sign-in-providers/github`, {
      clientId: "",
      isOn: false,
    }),
  ],
  "POST /api/admin/logo": async ({ provider }) => [await uploadLogo(provider, "/api/admin/logo")],
  "DELETE /api/admin/logo": async ({ provider }) => [await provider.delete("/api/admin/logo")],
  "POST /api/admin/landing-page": async ({ provider }) => [
    await provider.post("/api/admin/landing-page", DEFAULT_LANDING_PAGE),
  ],
  "GET /api/admin/audit-log": ({ provider }) => listPages(provider, "/api/admin/audit-log", AUDIT),
  "GET /api/mail-deliveries": ({ admin }) => listPages(admin, "/api/mail-deliveries", MAILS),
  "GET /api/admin/mail-deliveries": ({ provider, company }) =>
    listPages(provider, "/api/admin/mail-deliveries", [
      ...MAILS,
      `?companyId=${String(company.id)}`,
    ]),
  "DELETE /api/mail-suppressions/:userId": async ({ admin, newUser, portal }) => {
    const user = await newUser();
    await notificationRows(portal).suppress(user);
    return [await admin.delete(`/api/mail-suppressions/${String(user.id)}`)];
  },
  "GET /api/admin/users": ({ provider }) =>
    listPages(provider, "/api/admin/users", ["", "?search=number"]),
  "PATCH /api/admin/users/:id": async ({ provider, newUser }) => [
    await provider.patch(`/api/admin/users/${String((await newUser()).id)}`, {
      fullName: "Renamed Person",
    }),
  ],
  "GET /api/admin/users/:id/data": async ({ provider, newAuthor }) => [
    await provider.get(`/api/admin/users/${String((await newAuthor()).id)}/data`),
  ],
  "DELETE /api/admin/users/:id": async ({ provider, newAuthor }) => [
    await provider.delete(`/api/admin/users/${String((await newAuthor()).id)}`),
  ],
  "GET /api/admin/companies": ({ provider }) =>
    listPages(provider, "/api/admin/companies", ["", "?sort=date", "?search=company"]),
  "GET /api/admin/companies/named": async ({ provider }) => [
    await provider.get("/api/admin/companies/named?name=company%201"),
  ],
  "POST /api/admin/companies": async ({ provider, word }) => [
    await provider.post("/api/admin/companies", { name: "New company", subdomain: word() }),
  ],
  "PATCH /api/admin/companies/:id": async ({ provider, portal }) => [
    await provider.patch(`/api/admin/companies/${String((await portal.company()).id)}`, {
      name: "Renamed",
    }),
  ],
  "DELETE /api/admin/companies/:id": async ({ provider, portal }) => {
    const company = await portal.company();
    await portal.item(await portal.board(company));
    await portal.user("user", company);
    return [await provider.delete(`/api/admin/companies/${String(company.id)}`)];
  },
};
