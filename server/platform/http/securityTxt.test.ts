import { beforeAll, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const PATH = "/.well-known/security.txt";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

test("security.txt names the configured contact on every host", async () => {
  const app = await portal.anotherApp({ PROVIDER_URL: "https://provider.test/contact" });
  const company = await portal.company();
  for (const host of ["localhost", company.host, "unknown.test"]) {
    const { status, headers, text } = await app.visitor(host).get(PATH);
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toMatch(
      /^Contact: https:\/\/provider\.test\/contact\nExpires: \S+\nPreferred-Languages: en\n$/,
    );
    const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  }
});

test("a request for security.txt gets a 404 while no contact is configured", async () => {
  expect((await portal.visitor("localhost").get(PATH)).status).toBe(404);
});
