import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { DEFAULT_LANDING_PAGE } from "#server/features/landingPage/defaultLandingPage.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { Reply, Visitor } from "#server/checks/fixtures/testPortal.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import type { RouteCalls } from "./routeCalls.ts";

async function uploadLogo(visitor: Visitor, path: string): Promise<Reply> {
  const content = await pngOf();
  const { payload, headers } = multipartOf({
    name: "logo",
    filename: "logo.png",
    type: "image/png",
    content,
  });
  return visitor.post(path, payload, headers);
}

const { authBackgroundColor: _, ...companyColors } = DEFAULT_BRANDING;
const companyPath = ({ company }: CallFixtures, rest = "") =>
  `/api/company/${String(company.id)}${rest}`;

/** A page, the page after it, and a search. */
async function listOf(visitor: Visitor, path: string, queries: string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const query of queries) {
    const first = await visitor.get(`${path}${query}`);
    replies.push(first);
    const next = /^<(?<url>[^>]+)>/.exec(String(first.headers.link ?? ""))?.groups?.url;
    if (next !== undefined) replies.push(await visitor.get(next));
  }
  return replies;
}

const AUDIT = ["", "?action=board", "?search=user", "?from=2026-01-01&to=2030-01-01"];

/** The portal's frame and a company's settings. */
const companyCalls: RouteCalls = {
  "GET /api/portal": async ({ anonymous, user, provider }) => [
    await anonymous.get("/api/portal"),
    await user.get("/api/portal"),
    await provider.get("/api/portal"),
  ],
  "GET /api/company/:companyId": async (fixtures) => [
    await fixtures.user.get(companyPath(fixtures)),
  ],
  "GET /api/company/:companyId/settings": async (fixtures) => [
    await fixtures.admin.get(companyPath(fixtures, "/settings")),
  ],
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
  "POST /api/company/:companyId/domain/check": async (fixtures) => [
    await fixtures.admin.post(companyPath(fixtures, "/domain/check")),
  ],
  "POST /api/company/:companyId/logo": async (fixtures) => [
    await uploadLogo(fixtures.admin, companyPath(fixtures, "/logo")),
  ],
  "GET /api/company/:companyId/audit-log": (fixtures) =>
    listOf(fixtures.admin, companyPath(fixtures, "/audit-log"), AUDIT),
};

/** Questions and announcements have the same five calls. */
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

/** The provider's console. */
export const adminCalls: RouteCalls = {
  ...companyCalls,
  ...contentCalls("/api/admin/faqs", { question: "Why?", answer: "Because." }),
  ...contentCalls("/api/admin/announcements", {
    title: "News",
    content: "There is something new.",
  }),
  [`GET ${SITE}`]: async ({ anonymous }) => [await anonymous.get(SITE)],
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
  "POST /api/admin/logo": async ({ provider }) => [await uploadLogo(provider, "/api/admin/logo")],
  "GET /api/admin/landing-page": async ({ anonymous }) => [
    await anonymous.get("/api/admin/landing-page"),
  ],
  "POST /api/admin/landing-page": async ({ provider }) => [
    await provider.post("/api/admin/landing-page", DEFAULT_LANDING_PAGE),
  ],
  "GET /api/admin/dashboard": async ({ provider }) => [await provider.get("/api/admin/dashboard")],
  "GET /api/admin/audit-log": ({ provider }) => listOf(provider, "/api/admin/audit-log", AUDIT),
  "GET /api/admin/users": ({ provider }) =>
    listOf(provider, "/api/admin/users", ["", "?search=number"]),
  "PATCH /api/admin/users/:id": async ({ provider, newUser }) => [
    await provider.patch(`/api/admin/users/${String((await newUser()).id)}`, {
      fullName: "Renamed Person",
    }),
  ],
  "DELETE /api/admin/users/:id/mfa": async ({ provider, newUser }) => [
    await provider.delete(`/api/admin/users/${String((await newUser()).id)}/mfa`),
  ],
  "DELETE /api/admin/users/:id/sessions": async ({ provider, newUser }) => [
    await provider.delete(`/api/admin/users/${String((await newUser()).id)}/sessions`),
  ],
  "GET /api/admin/companies": ({ provider }) =>
    listOf(provider, "/api/admin/companies", ["", "?sort=date", "?search=company"]),
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
