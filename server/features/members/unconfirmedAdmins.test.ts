import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { UNCONFIRMED_ADMIN } from "#contract/members.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { importUpload } from "#server/checks/fixtures/insertImport.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ REQUIRE_CONFIRMED_EMAIL: "1" });
});
beforeEach(() => portal.sql("delete from throttle"));

const memberPath = ({ id }: { id: number }) => `/api/members/${String(id)}`;
const userPath = ({ id }: { id: number }) => `/api/admin/users/${String(id)}`;

const setConfirmed = ({ id }: TestUser, isConfirmed: boolean) =>
  portal.sql("update user_account set confirmed_at = case when $2 then now() end where id = $1", [
    id,
    isConfirmed,
  ]);

describe("making an account an admin", () => {
  test("an admin cannot promote a customer before the customer's e-mail address is confirmed, and the list of members says which addresses are unconfirmed", async () => {
    const { viewers, user } = await newCast(portal);
    await setConfirmed(user, false);
    const { body: listed } = await viewers.C.get("/api/members");
    expect(listed).toMatchObject([
      { mustConfirmEmail: false },
      { id: user.id, confirmedAt: null, mustConfirmEmail: true },
    ]);
    const promote = () => viewers.C.patch(memberPath(user), { role: "company_admin" });
    expect(await promote()).toMatchObject({ status: 409, body: { message: UNCONFIRMED_ADMIN } });
    expect((await viewers.U.get("/api/user")).body).toMatchObject({ role: "user" });
    await setConfirmed(user, true);
    expect(await promote()).toMatchObject({ status: 200, body: { role: "company_admin" } });
  });

  test("a super admin cannot give an account an admin's rights before its e-mail address is confirmed, not even together with a new address", async () => {
    const { viewers, user, admin, company, other } = await newCast(portal);
    const refused = { status: 409, body: { message: UNCONFIRMED_ADMIN } };
    const toOther = { companyName: other.name, companyId: other.id };
    const promotion = { role: "company_admin" };
    expect(
      await viewers.S.patch(userPath(user), { ...promotion, username: "moved@example.com" }),
    ).toMatchObject(refused);
    await setConfirmed(user, false);
    await setConfirmed(admin, false);
    expect(await viewers.S.patch(userPath(user), promotion)).toMatchObject(refused);
    expect(await viewers.S.patch(userPath(user), { role: "super_admin" })).toMatchObject(refused);
    expect(await viewers.S.patch(userPath(admin), toOther)).toMatchObject(refused);
    expect(await viewers.S.patch(userPath(user), toOther)).toMatchObject({
      status: 200,
      body: { role: "user", companyId: other.id },
    });
    expect(await viewers.S.patch(userPath(admin), { role: "user" })).toMatchObject({
      status: 200,
      body: { role: "user", companyId: company.id },
    });
  });

  test("an unconfirmed account cannot become an admin by the copied link of an invitation, and can accept the invitation once the address is confirmed", async () => {
    const { viewers, company } = await newCast(portal);
    const invited = await portal.user("user", company);
    await setConfirmed(invited, false);
    const { body } = await viewers.C.post("/api/invitations", {
      username: invited.username,
      role: "company_admin",
      delivery: "link",
    });
    const token = new URL(String(body.link)).searchParams.get("token") ?? "";
    const accept = () =>
      portal.visitor(company.host, invited).post(`/api/invitations/${token}/accept`, {});
    expect(await accept()).toMatchObject({ status: 403, body: { message: CONFIRM_EMAIL_FIRST } });
    await setConfirmed(invited, true);
    expect(await accept()).toMatchObject({ status: 200, body: { role: "company_admin" } });
  });
});

/** Calls of admins that need a confirmed e-mail address, about ids that need not exist. */
const CALLS: readonly [
  string,
  (admin: Visitor, companyId: number) => ReturnType<Visitor["get"]>,
][] = [
  ["start an export", (admin) => admin.post("/api/exports")],
  ["download an export", (admin) => admin.get("/api/exports/1/file")],
  ["download the list of items", (admin) => admin.get("/api/feedback.csv")],
  ["download the audit log", (admin, id) => admin.get(`/api/company/${String(id)}/audit-log.csv`)],
  [
    "upload an import",
    (admin) => {
      const { payload, headers } = importUpload();
      return admin.request("POST", "/api/imports", payload, headers);
    },
  ],
  ["import from Canny", (admin) => admin.post("/api/imports/canny", { apiKey: "key" })],
  ["change an import", (admin) => admin.patch("/api/imports/1", {})],
  ["check an import", (admin) => admin.post("/api/imports/1/dry-run")],
  ["run an import", (admin) => admin.post("/api/imports/1/run")],
  ["undo an import", (admin) => admin.post("/api/imports/1/undo")],
  ["discard an import", (admin) => admin.delete("/api/imports/1")],
  ["download an import's report", (admin) => admin.get("/api/imports/1/report.csv")],
  [
    "invite somebody",
    (admin) =>
      admin.post("/api/invitations", { username: "x@example.com", role: "user", delivery: "link" }),
  ],
  ["withdraw an invitation", (admin) => admin.delete("/api/invitations/1")],
  ["change a member", (admin) => admin.patch("/api/members/1", { role: "user" })],
  ["remove a member", (admin) => admin.delete("/api/members/1")],
];

test.each(CALLS)(
  "an admin whose e-mail address is unconfirmed cannot %s before confirming the address",
  async (_, call) => {
    const { viewers, company, admin } = await newCast(portal);
    await setConfirmed(admin, false);
    const refused = await call(viewers.C, company.id);
    expect([refused.status, refused.text]).toEqual([
      403,
      JSON.stringify({ message: CONFIRM_EMAIL_FIRST }),
    ]);
    await setConfirmed(admin, true);
    expect((await call(viewers.C, company.id)).text).not.toContain(CONFIRM_EMAIL_FIRST);
  },
);
