import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { isMadeOfNames } from "./refuseWeakPassword.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
});
beforeEach(() => portal.sql("delete from throttle"));

const message = "This password is easy to guess from names. Choose another one.";
const refused = (field: string) => [400, { message, errors: { [field]: [message] } }];

describe("passwords made of names", () => {
  const names = ["Acme Tools", "acme", "ada.lovelace@example.com", "Ada Lovelace", "Hearback"];

  test.each([
    "AcmeTools1",
    "acme-2026!",
    "Lovelace12345",
    "hearback",
    "Hearback!!!!!",
    "ada.lovelace",
    "toolsACME",
  ])(
    "the password %s consists mostly of names of the person, the company or the portal",
    (password) => expect(isMadeOfNames(password, names)).toBe(true),
  );

  test.each([
    "correct horse battery",
    "acme is a fine place",
    "ada and charles",
    "12345678",
    "Lovelace123456",
  ])("the password %s does not consist mostly of names", (password) =>
    expect(isMadeOfNames(password, names)).toBe(false),
  );

  test("no account can be created with a password made of the person's, the company's or the product's names", async () => {
    const company = await portal.company("Zephyr Instruments");
    const account = { username: "grace.hopper@example.org", fullName: "Grace Hopper" };
    for (const password of ["gracehopper", "Zephyr-2026", "hearback123"]) {
      const reply = await portal
        .visitor(company.host)
        .post("/api/register", { ...account, password });
      expect([reply.status, reply.body], password).toEqual(refused("password"));
    }
    const founder = { ...account, companyName: "Quixotic Ltd", subdomain: "windmills" };
    for (const password of ["quixotic!1", "Windmills99"]) {
      const reply = await portal
        .visitor("localhost")
        .post("/api/register", { ...founder, password });
      expect([reply.status, reply.body], password).toEqual(refused("password"));
    }
  });

  test("a password made of names is refused by a change of the password and by a reset link", async () => {
    const company = await portal.company("Zephyr Instruments");
    const user = await portal.user("user", company);
    const visitor = portal.visitor(company.host, user);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "zephyr1234" };
    const change = await visitor.post("/api/user/password", body);
    expect([change.status, change.body]).toEqual(refused("newPassword"));
    await visitor.post("/api/password-reset", { username: user.username });
    const [mail] = await runJobs(portal);
    const token = /token=(\S+)/.exec(mail?.text ?? "")?.[1];
    const confirm = (newPassword: string) =>
      visitor.post("/api/password-reset/confirm", { token, newPassword });
    const reset = await confirm("Instruments1");
    expect([reset.status, reset.body]).toEqual(refused("newPassword"));
    expect((await confirm("a password of my own")).status).toBe(204);
  });
});
