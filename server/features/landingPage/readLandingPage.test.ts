import { beforeAll, describe, expect, test } from "vitest";
import { LandingPageContent } from "#contract/landingPage.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const FIELDS = Object.keys(LandingPageContent.shape);

describe("reading the landing page", () => {
  test("every visitor of a new installation gets the default texts of the landing page", async () => {
    const company = await portal.company();
    for (const host of ["localhost", company.host]) {
      const { status, body } = await portal.visitor(host).get("/api/admin/landing-page");
      expect(status).toBe(200);
      expect(Object.keys(body).toSorted()).toEqual(FIELDS.toSorted());
      for (const field of FIELDS) expect([field, body[field].length > 3]).toEqual([field, true]);
      expect(body.ctaText).toBe("Get Started Free");
    }
  });

  test("the default texts of the landing page mention the features that the specification lists", async () => {
    const { text } = await portal.visitor("localhost").get("/api/admin/landing-page");
    for (const pitch of [
      /roadmap/i,
      /feedback boards/i,
      /changelog/i,
      /tenant/i,
      /branding/i,
      /private/i,
    ]) {
      expect(text).toMatch(pitch);
    }
  });

  test("edited texts of the landing page replace the default texts", async () => {
    const columns = FIELDS.map((field) =>
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    const places = FIELDS.map((_, index) => `$${String(index + 1)}`);
    await portal.sql(
      `insert into landing_page (${columns.join()}) values (${places.join()})`,
      FIELDS.map((field) => `Words of ${field}`),
    );
    portal.publish();
    const { body } = await portal.visitor("localhost").get("/api/admin/landing-page");
    expect(body).toEqual(Object.fromEntries(FIELDS.map((field) => [field, `Words of ${field}`])));
  });
});
