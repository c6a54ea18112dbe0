import { randomUUID } from "node:crypto";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { DEFAULT_LANDING_PAGE } from "#server/features/landingPage/defaultLandingPage.ts";
import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import { importUpload } from "#server/checks/fixtures/insertImport.ts";
import {
  anyCompany,
  apiKey,
  anyUser,
  blockedMember,
  company,
  contentEntry,
  importIn,
  invitation,
  invitationLink,
  readyExport,
  member,
  suppressedUser,
} from "../entities/companyEntities.ts";
import { MISSING_ID } from "../entities/entity.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { AccessPolicy, PolicyRow } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";

// Expected statuses of company settings and the super admin console (docs/product-decisions.md
// "Who may call what").

//              N   A   U   P   C   X   V   S   T   W
const ANYONE = "200 200 200 200 200 200 200 200 200 200";
const PROVIDER = "401 401 403 403 403 403 403 2xx 2xx 2xx";
const NOT_FOUND = "401 401 403 403 403 403 403 404 404 404";

/** Expected statuses of calls that only a company's own admins and super admins may make. */
const MANAGE = {
  public: /* */ "401 401 403 403 200 404 403 200 200 200",
  foreign: /**/ "401 401 403 403 404 200 403 200 200 200",
  missing: /**/ "401 401 403 403 404 404 403 404 404 404",
};

/**
 * Expected statuses of calls on a member, an invitation, a blocked account, an import or an export of
 * a company.
 */
const MANAGE_MEMBERS = {
  public: /* */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  foreign: /**/ "401 401 403 403 404 2xx 403 404 404 404",
  missing: /**/ "401 401 403 403 404 404 403 404 404 404",
};

const { authBackgroundColor: _, ...brandingSettings } = DEFAULT_BRANDING;

/** Returns the rows for FAQs or announcements, which have a stored order. */
function contentRows(
  table: "faq" | "announcement",
  entry: object,
): Record<string, readonly PolicyRow[]> {
  const path = `/api/admin/${table}s`;
  const statuses = { public: PROVIDER, missing: NOT_FOUND };
  const idsOf = async ({ portal }: AccessFixtures) =>
    (await portal.sql<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) =>
      Number(id),
    );
  return {
    [`GET ${path}`]: [call(ANYONE)],
    [`POST ${path}`]: [call(PROVIDER, { send: json(entry) })],
    [`PATCH ${path}/reorder`]: [
      call(PROVIDER, { send: async (fixtures) => ({ body: { ids: await idsOf(fixtures) } }) }),
      call(PROVIDER.replaceAll("2xx", "400"), {
        about: "with one that there is not",
        send: async (fixtures) => ({ body: { ids: [...(await idsOf(fixtures)), MISSING_ID] } }),
      }),
    ],
    [`PATCH ${path}/:id`]: callOn(contentEntry(table), statuses, { send: json(entry) }),
    [`DELETE ${path}/:id`]: callOn(contentEntry(table), statuses),
  };
}

const companyPolicy: AccessPolicy = {
  "GET /api/company/:companyId": callOn(company, {
    public: "401 200 200 200 200 404 200 200 200 200",
    foreign: "401 404 404 404 404 200 404 200 200 200",
    missing: "401 404 404 404 404 404 404 404 404 404",
  }),
  "GET /api/company/:companyId/settings": callOn(company, MANAGE),
  "PATCH /api/company/:companyId": callOn(company, MANAGE, {
    send: ({ company: { name }, words }, _viewer, kind) => ({
      body: { name: kind === "foreign" ? `B ${words.ofB}` : name, description: "", website: "" },
    }),
  }),
  "PATCH /api/company/:companyId/branding": callOn(company, MANAGE, {
    send: json({ brandingSettings }),
  }),
  "PATCH /api/company/:companyId/domain": callOn(company, MANAGE, {
    send: ({ words }, _viewer, kind) => ({
      body: { customDomain: `${kind === "foreign" ? words.ofB : words.adminsOfA}.example.com` },
    }),
  }),
  "POST /api/company/:companyId/domain/check": callOn(company, MANAGE),
  "POST /api/company/:companyId/logo": callOn(company, MANAGE, {
    send: () => pictureUpload("logo"),
  }),
  "DELETE /api/company/:companyId/logo": callOn(company, {
    public: MANAGE.public.replaceAll("200", "204"),
    foreign: MANAGE.foreign.replaceAll("200", "204"),
    missing: MANAGE.missing,
  }),
  "GET /api/company/:companyId/audit-log": callOn(company, MANAGE),
  "GET /api/company/:companyId/audit-log.csv": callOn(company, MANAGE),
};

const siteSettings = {
  siteName: "Feedback",
  allowPublicRegistration: false,
  allowPublicFeedback: false,
  maxUploadSize: 5,
};

export const consolePolicy: AccessPolicy = {
  ...companyPolicy,
  ...contentRows("faq", { question: "Why?", answer: "Because." }),
  ...contentRows("announcement", { title: "New", content: "Better" }),
  "GET /api/portal": [call(ANYONE)],
  "GET /api/admin/site-settings": [call(ANYONE)],
  "POST /api/admin/site-settings": [call(PROVIDER, { send: json(siteSettings) })],
  "PATCH /api/admin/site-settings/branding": [
    call(PROVIDER, { send: json({ brandingSettings: DEFAULT_BRANDING }) }),
  ],
  "GET /api/admin/site-settings/sign-in-providers": [call(PROVIDER)],
  "PUT /api/admin/site-settings/sign-in-providers/:provider": callOn(
    async (_fixtures, kind) => ({ provider: kind === "missing" ? "myspace" : "github" }),
    { public: PROVIDER, missing: NOT_FOUND },
    { send: json({ clientId: "", isOn: false }) },
  ),
  "POST /api/admin/logo": [call(PROVIDER, { send: () => pictureUpload("logo") })],
  "DELETE /api/admin/logo": [call(PROVIDER)],
  "GET /api/admin/landing-page": [call(ANYONE)],
  "POST /api/admin/landing-page": [call(PROVIDER, { send: json(DEFAULT_LANDING_PAGE) })],
  "GET /api/admin/dashboard": [call(PROVIDER)],
  "GET /api/company/dashboard": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/admin/audit-log": [call(PROVIDER)],
  "GET /api/admin/audit-log.csv": [call(PROVIDER)],
  "GET /api/mail-deliveries": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/admin/mail-deliveries": [call(PROVIDER)],
  "GET /api/mail-suppressions": [call("401 401 403 403 200 200 403 200 200 200")],
  "DELETE /api/mail-suppressions/:userId": callOn(suppressedUser, {
    public: "401 401 403 403 204 404 403 204 204 204",
    foreign: "401 401 403 403 404 204 403 204 404 204",
    missing: "401 401 403 403 404 404 403 404 404 404",
  }),
  "GET /api/company/portal-address": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/customers": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/members": [call("401 401 403 403 200 200 403 403 200 200")],
  "PATCH /api/members/:id": callOn(member, MANAGE_MEMBERS, {
    send: json({ role: "company_admin" }),
  }),
  "DELETE /api/members/:id": callOn(member, MANAGE_MEMBERS),
  "POST /api/imports": [
    call("401 401 403 403 201 201 403 403 201 201", {
      // Deletes all imports first, because a company may have only one unfinished import.
      send: async ({ portal }) => {
        await portal.sql("delete from import_run");
        const { payload, headers } = importUpload();
        return { body: payload, headers };
      },
    }),
  ],
  "POST /api/imports/canny": [
    call("401 401 403 403 201 201 403 403 201 201", {
      send: async ({ portal }) => {
        await portal.sql("delete from import_run");
        return { body: { apiKey: "key" } };
      },
    }),
  ],
  "GET /api/imports": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/imports/:id": callOn(importIn("uploaded"), MANAGE_MEMBERS),
  "PATCH /api/imports/:id": callOn(importIn("uploaded"), MANAGE_MEMBERS, {
    send: json({ boardId: null }),
  }),
  "DELETE /api/imports/:id": callOn(importIn("uploaded"), MANAGE_MEMBERS),
  "POST /api/imports/:id/dry-run": callOn(importIn("uploaded"), MANAGE_MEMBERS),
  "POST /api/imports/:id/run": callOn(importIn("checked"), MANAGE_MEMBERS),
  "GET /api/imports/:id/additions": callOn(importIn("done"), MANAGE_MEMBERS),
  "GET /api/imports/:id/report.csv": callOn(importIn("checked"), MANAGE_MEMBERS),
  "POST /api/imports/:id/undo": callOn(importIn("done"), MANAGE_MEMBERS),
  "GET /api/blocked-accounts": [call("401 401 403 403 200 200 403 403 200 200")],
  "PUT /api/blocked-accounts/:id": callOn(member, MANAGE_MEMBERS, {
    send: json({ rejectPending: true }),
  }),
  "DELETE /api/blocked-accounts/:id": callOn(blockedMember, MANAGE_MEMBERS),
  "GET /api/api-keys": [call("401 401 403 403 200 200 403 403 200 200")],
  "POST /api/api-keys": [
    call("401 401 403 403 201 201 403 403 201 201", {
      send: json({ name: "Matrix", scopes: ["feedback:read"] }),
    }),
  ],
  "PATCH /api/api-keys/:id": callOn(apiKey, MANAGE_MEMBERS, { send: json({ name: "Renamed" }) }),
  "DELETE /api/api-keys/:id": callOn(apiKey, MANAGE_MEMBERS),
  "GET /api/exports": [call("401 401 403 403 200 200 403 403 200 200")],
  "POST /api/exports": [
    call("401 401 403 403 201 201 403 403 201 201", {
      // Deletes the running export first, because a company may have only one running export.
      send: async ({ portal }) => {
        await portal.sql("delete from export where state = 'running'");
        return {};
      },
    }),
  ],
  "GET /api/exports/:id": callOn(readyExport, MANAGE_MEMBERS),
  "GET /api/exports/:id/file": callOn(readyExport, MANAGE_MEMBERS),
  "GET /api/invitations": [call("401 401 403 403 200 200 403 403 200 200")],
  "POST /api/invitations": [
    call("401 401 403 403 201 201 403 403 201 201", {
      send: () => ({
        body: { username: `${randomUUID()}@example.com`, role: "user", delivery: "link" },
      }),
    }),
  ],
  "DELETE /api/invitations/:id": callOn(invitation, MANAGE_MEMBERS),
  "GET /api/invitations/:token/preview": callOn(invitationLink, {
    public: "404 200 200 200 200 404 200 404 200 200",
    foreign: "404 404 404 404 404 200 404 404 404 404",
    missing: "404 404 404 404 404 404 404 404 404 404",
  }),
  "POST /api/invitations/:token/accept": callOn(
    invitationLink,
    {
      public: "404 200 403 403 403 404 403 404 403 403",
      foreign: "404 404 404 404 404 403 404 404 404 404",
      missing: "404 404 404 404 404 404 404 404 404 404",
    },
    { send: json({ fullName: "New Comer", password: "marmalade sandwich 7" }) },
  ),
  "GET /api/admin/users": [call(PROVIDER)],
  "PATCH /api/admin/users/:id": callOn(
    anyUser,
    { public: PROVIDER, missing: NOT_FOUND },
    { send: json({ fullName: "Someone Else" }) },
  ),
  "GET /api/admin/users/:id/data": callOn(anyUser, { public: PROVIDER, missing: NOT_FOUND }),
  "DELETE /api/admin/users/:id": callOn(anyUser, { public: PROVIDER, missing: NOT_FOUND }),
  "DELETE /api/admin/users/:id/mfa": callOn(anyUser, { public: PROVIDER, missing: NOT_FOUND }),
  "DELETE /api/admin/users/:id/sessions": callOn(anyUser, { public: PROVIDER, missing: NOT_FOUND }),
  "GET /api/admin/companies": [call(PROVIDER)],
  "GET /api/admin/companies/named": [
    call(PROVIDER, {
      send: (fixtures) => ({ query: `name=${encodeURIComponent(fixtures.company.name)}` }),
    }),
  ],
  "POST /api/admin/companies": [call(PROVIDER, { send: json({ name: "Another company" }) })],
  "PATCH /api/admin/companies/:id": callOn(
    anyCompany,
    { public: PROVIDER, missing: NOT_FOUND },
    { send: json({ subscriptionPlan: "starter" }) },
  ),
  "DELETE /api/admin/companies/:id": callOn(anyCompany, { public: PROVIDER, missing: NOT_FOUND }),
};
