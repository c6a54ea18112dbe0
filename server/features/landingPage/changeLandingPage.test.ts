import { beforeAll, describe, expect, test } from "vitest";
import { LandingPageContent } from "#contract/landingPage.ts";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";

const PAGE = "/api/admin/landing-page";
const LONGEST = {
  title: 120,
  subtitle: 200,
  heroText: 1000,
  featureTitle1: 120,
  featureTitle2: 120,
  featureTitle3: 120,
  featureDescription1: 600,
  featureDescription2: 600,
  featureDescription3: 600,
  ctaText: 60,
};
const FIELDS = Object.keys(LONGEST) as (keyof typeof LONGEST)[];
const words = (of: (field: keyof typeof LONGEST) => string) =>
  Object.fromEntries(FIELDS.map((field) => [field, of(field)]));

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
});

const read = async () => (await portal.visitor("localhost").get(PAGE)).body;

describe("changing the landing page", () => {
  test("the landing page has the ten texts of the specification", () => {
    expect(Object.keys(LandingPageContent.shape)).toEqual(FIELDS);
  });

  test("changed texts of the landing page are trimmed and immediately visible to every visitor", async () => {
    for (const round of ["first", "second"]) {
      const saved = await provider.post(
        PAGE,
        words((field) => `  ${field} ${round} `),
      );
      expect([saved.status, saved.body]).toEqual([200, words((field) => `${field} ${round}`)]);
      expect(await read()).toEqual(saved.body);
    }
    expect(await portal.sql("select 1 from landing_page")).toHaveLength(1);
  });

  test("each text of the landing page can have its maximum length in non-ASCII characters", async () => {
    const longest = words((field) => "ß".repeat(LONGEST[field]));
    expect((await provider.post(PAGE, longest)).body).toEqual(longest);
    for (const field of FIELDS) {
      const reply = await provider.post(PAGE, {
        ...longest,
        [field]: "x".repeat(LONGEST[field] + 1),
      });
      expect([field, reply.status, Object.keys(reply.body.errors)]).toEqual([field, 400, [field]]);
      const empty = await provider.post(PAGE, { ...longest, [field]: " \n " });
      expect([field, empty.status, empty.body.errors[field][0]]).toEqual([
        field,
        400,
        expect.stringMatching(/ is required$/),
      ]);
    }
    expect(await read()).toEqual(longest);
  });

  test("all missing texts of the landing page are reported together", async () => {
    const { status, body } = await provider.post(PAGE, {});
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([400, FIELDS.toSorted()]);
  });

  test("markup in the texts of the landing page is stored as text", async () => {
    const wild = words(() =>
      `</script><script>alert(1)</script> {{7*7}} ' " & \\u003c 😀`.slice(0, 60),
    );
    expect((await provider.post(PAGE, wild)).body).toEqual(wild);
    const reply = await portal.visitor("localhost").get(PAGE);
    expect(reply.body).toEqual(wild);
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  });

  test("a change of the landing page is audited, and a refused change is not", async () => {
    await provider.post(PAGE, { ...words((field) => field), title: "Former" });
    const before = (await siteAuditOf(portal)).length;
    await provider.post(
      PAGE,
      words((field) => field),
    );
    await provider.post(PAGE, { ...words((field) => field), title: "" });
    expect((await siteAuditOf(portal)).slice(before)).toEqual([
      {
        actor: superAdmin.username,
        action: "landing-page.update",
        subject: "title",
        details: { title: { from: "Former", to: "title" } },
      },
    ]);
  });
});
