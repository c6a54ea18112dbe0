import { beforeAll, beforeEach, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const CLOSED = '{"message":"Public registration is disabled"}';

let portal: TestPortal;
let guest: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  guest = portal.visitor("localhost");
});
beforeEach(async () => {
  await portal.sql("delete from throttle");
  await portal.site({ allowPublicRegistration: true });
});

const check = (subdomain: string, by = guest) =>
  by.get(`/api/register/subdomain?subdomain=${encodeURIComponent(subdomain)}`);

test("the check of a subdomain reports whether the subdomain is free, reserved, or taken by an existing or a deleted company", async () => {
  const company = await portal.company();
  await portal.sql("insert into retired_subdomain (subdomain) values ('was-here')");
  const expected = {
    "quite-new": "free",
    " Quite-New ": "free",
    admin: "reserved",
    [company.subdomain.toUpperCase()]: "taken",
    "was-here": "taken",
  };
  for (const [subdomain, state] of Object.entries(expected)) {
    const { status, body } = await check(subdomain);
    expect([subdomain, status, body]).toEqual([subdomain, 200, { state }]);
  }
});

test("the check of an invalid subdomain gets 400 with an error that names the allowed characters", async () => {
  const { status, body } = await check("no_good");
  expect([status, Object.keys(body.errors)]).toEqual([400, ["subdomain"]]);
  expect(body.message).toMatch(/^Subdomain can only contain lowercase letters/);
});

test("the check of a subdomain gets 403 on a company's host and while public registration is off", async () => {
  const company = await portal.company();
  const onCompanyHost = await check("quite-new", portal.visitor(company.host));
  expect([onCompanyHost.status, onCompanyHost.text]).toEqual([403, CLOSED]);
  await portal.site({ allowPublicRegistration: false });
  const closed = await check("quite-new");
  expect([closed.status, closed.text]).toEqual([403, CLOSED]);
});

test("a client address can check at most sixty subdomains per hour", async () => {
  await check("quite-new");
  await portal.sql("update throttle set hits = 59");
  expect((await check("quite-new")).status).toBe(200);
  const reply = await check("quite-new");
  expect(reply.status).toBe(429);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
});
