import { Secret, TOTP } from "otpauth";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { DEFAULT_LANDING_PAGE } from "#server/features/landingPage/defaultLandingPage.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { AttackFixtures } from "./attackFixtures.ts";

/** A call that succeeds, for whoever may make it. */
export interface SampleCall {
  host: string;
  cookie: string | undefined;
  /** Ids of the path, by name. */
  params?: Record<string, number>;
  /** JSON; a Buffer for an upload. */
  body?: object;
  headers?: Record<string, string>;
}

type Sample = (
  fixtures: AttackFixtures,
) => Omit<SampleCall, "host" | "cookie"> | Promise<Omit<SampleCall, "host" | "cookie">>;
type Caller = "anonymous" | "customer" | "admin" | "superAdmin";

const NEW_PASSWORD = "a quite different battery";
const { authBackgroundColor: _, ...SIX_COLORS } = DEFAULT_BRANDING;

const codeOf = (secret: Buffer) =>
  new TOTP({ secret: Secret.fromHex(secret.toString("hex")), digits: 6, period: 30 }).generate();
const ofCompany = ({ company }: AttackFixtures) => ({ params: { companyId: company.id } });
const logo = async () => {
  const { payload, headers } = multipartOf({
    name: "logo",
    filename: "logo.png",
    content: await pngOf(),
  });
  return { body: payload, headers };
};
const content = { question: "How?", answer: "Thus.", title: "More news", content: "Better." };
const colorOf = (id: number) => `#${id.toString(16).padStart(6, "0")}`;
const justId = ({ id }: { id: number }) => ({ id });
const feedback = { title: "A title", description: "A description" };

/** One for each unsafe route, as data: a new route needs a line here. */
const SAMPLES: Record<string, [Caller, Sample]> = {
  "POST /api/login": [
    "anonymous",
    ({ customer }) => ({ body: { username: customer.username, password: TEST_PASSWORD } }),
  ],
  "POST /api/register": [
    "anonymous",
    ({ company }) => ({
      body: {
        username: `new-${String(company.id)}@example.com`,
        password: NEW_PASSWORD,
        fullName: "New Person",
      },
    }),
  ],
  "POST /api/logout": ["customer", () => ({})],
  "POST /api/user/password": [
    "customer",
    () => ({ body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } }),
  ],
  "POST /api/password-reset": [
    "anonymous",
    ({ customer }) => ({ body: { username: customer.username } }),
  ],
  "POST /api/password-reset/confirm": [
    "anonymous",
    ({ resetToken }) => ({ body: { token: resetToken, newPassword: NEW_PASSWORD } }),
  ],
  "POST /api/user/mfa/setup": ["customer", () => ({ body: { password: TEST_PASSWORD } })],
  "POST /api/user/mfa/confirm": [
    "admin",
    ({ secrets }) => ({ body: { code: codeOf(secrets.pending) } }),
  ],
  "POST /api/user/mfa/turn-off": [
    "superAdmin",
    ({ secrets }) => ({ body: { password: TEST_PASSWORD, code: codeOf(secrets.confirmed) } }),
  ],
  "POST /api/user/mfa/recovery-codes": [
    "superAdmin",
    ({ secrets }) => ({ body: { password: TEST_PASSWORD, code: codeOf(secrets.confirmed) } }),
  ],
  "DELETE /api/user/sessions/:id": ["customer", ({ session }) => ({ params: { id: session.id } })],
  "DELETE /api/user/sessions": ["customer", () => ({})],
  "PATCH /api/company/:companyId": [
    "admin",
    (fixtures) => ({
      ...ofCompany(fixtures),
      body: { name: "Another Name", description: "New", website: "" },
    }),
  ],
  "PATCH /api/company/:companyId/branding": [
    "admin",
    (fixtures) => ({
      ...ofCompany(fixtures),
      body: { brandingSettings: { ...SIX_COLORS, primaryColor: "#123456" } },
    }),
  ],
  "PATCH /api/company/:companyId/domain": [
    "admin",
    (fixtures) => ({
      ...ofCompany(fixtures),
      body: { customDomain: `new-${String(fixtures.company.id)}.example` },
    }),
  ],
  "POST /api/company/:companyId/domain/check": ["admin", ofCompany],
  "POST /api/company/:companyId/logo": [
    "admin",
    async (fixtures) => ({ ...ofCompany(fixtures), ...(await logo()) }),
  ],
  "POST /api/admin/site-settings": [
    "superAdmin",
    ({ company }) => ({
      body: {
        siteName: `Site ${String(company.id)}`,
        allowPublicRegistration: true,
        allowPublicFeedback: false,
        maxUploadSize: 5,
      },
    }),
  ],
  "PATCH /api/admin/site-settings/branding": [
    "superAdmin",
    ({ company }) => ({
      body: { brandingSettings: { ...DEFAULT_BRANDING, accentColor: colorOf(company.id) } },
    }),
  ],
  "POST /api/admin/logo": ["superAdmin", logo],
  "POST /api/admin/landing-page": [
    "superAdmin",
    ({ company }) => ({ body: { ...DEFAULT_LANDING_PAGE, title: `Title ${String(company.id)}` } }),
  ],
  "POST /api/admin/faqs": ["superAdmin", () => ({ body: content })],
  "PATCH /api/admin/faqs/reorder": [
    "superAdmin",
    async ({ portal }) => ({ body: { ids: await reversed(portal, "faq") } }),
  ],
  "PATCH /api/admin/faqs/:id": ["superAdmin", ({ faq }) => ({ params: faq, body: content })],
  "DELETE /api/admin/faqs/:id": ["superAdmin", ({ faq }) => ({ params: faq })],
  "POST /api/admin/announcements": ["superAdmin", () => ({ body: content })],
  "PATCH /api/admin/announcements/reorder": [
    "superAdmin",
    async ({ portal }) => ({ body: { ids: await reversed(portal, "announcement") } }),
  ],
  "PATCH /api/admin/announcements/:id": [
    "superAdmin",
    ({ announcement }) => ({ params: announcement, body: content }),
  ],
  "DELETE /api/admin/announcements/:id": [
    "superAdmin",
    ({ announcement }) => ({ params: announcement }),
  ],
  "POST /api/boards": ["admin", () => ({ body: { name: "New Board", slug: "new-board" } })],
  "PATCH /api/boards/reorder": [
    "admin",
    ({ board, privateBoard }) => ({
      body: { boardIds: [privateBoard.id, board.id].toSorted((a, b) => b - a) },
    }),
  ],
  "PATCH /api/boards/:id": [
    "admin",
    ({ board }) => ({ params: board, body: { name: "Another Name" } }),
  ],
  "DELETE /api/boards/:id": ["admin", ({ board }) => ({ params: board })],
  "POST /api/categories": ["admin", () => ({ body: { name: "New Category" } })],
  "PATCH /api/categories/:id": [
    "admin",
    ({ category }) => ({ params: category, body: { name: "Another Name" } }),
  ],
  "DELETE /api/categories/:id": ["admin", ({ category }) => ({ params: category })],
  "POST /api/feedback": ["customer", ({ board }) => ({ body: { ...feedback, boardId: board.id } })],
  "PATCH /api/feedback/:id": [
    "customer",
    ({ item }) => ({ params: item, body: { title: "Another title" } }),
  ],
  "DELETE /api/feedback/:id": ["admin", ({ item }) => ({ params: item })],
  "POST /api/feedback/:id/vote": ["customer", ({ item }) => ({ params: item })],
  "POST /api/feedback/:id/comments": [
    "customer",
    ({ item }) => ({ params: item, body: { content: "A comment" } }),
  ],
  "DELETE /api/feedback/:id/comments/:commentId": [
    "customer",
    ({ item, comment }) => ({ params: { id: item.id, commentId: comment.id } }),
  ],
  "PATCH /api/admin/users/:id": [
    "superAdmin",
    ({ customer }) => ({ params: justId(customer), body: { fullName: "Another Name" } }),
  ],
  "DELETE /api/admin/users/:id/mfa": ["superAdmin", ({ admin }) => ({ params: justId(admin) })],
  "DELETE /api/admin/users/:id/sessions": [
    "superAdmin",
    ({ customer }) => ({ params: justId(customer) }),
  ],
  "POST /api/admin/companies": [
    "superAdmin",
    () => ({ body: { name: "New Company", description: "", website: "" } }),
  ],
  "PATCH /api/admin/companies/:id": [
    "superAdmin",
    ({ company }) => ({ params: justId(company), body: { name: "Another Name" } }),
  ],
  "DELETE /api/admin/companies/:id": ["superAdmin", ({ other }) => ({ params: justId(other) })],
};

/** A call of this endpoint that succeeds in this fixtures. @throws for an endpoint without a line in the table */
export async function sampleCall(
  fixtures: AttackFixtures,
  { method, path }: Pick<Endpoint, "method" | "path">,
): Promise<SampleCall> {
  const found = SAMPLES[`${method} ${path}`];
  if (!found)
    throw new Error(
      `${method} ${path} needs a line in server/checks/attacks/support/sampleCalls.ts`,
    );
  const [caller, sample] = found;
  const cookie = caller === "anonymous" ? undefined : fixtures[caller].cookie;
  // The provider works on the product's own host, as on any other.
  return { host: fixtures.company.host, cookie, ...(await sample(fixtures)) };
}

/** A path with its ids in place. */
export function addressOf(path: string, params: Record<string, number | string> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(params[name]));
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
