import { beforeAll, describe, expect, test } from "vitest";
import type { ApiKey } from "#contract/apiKeys.ts";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const KEYS = "/api/api-keys";

async function scene() {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const board = await portal.board(company);
  const item = await portal.item(board, { title: "Dark mode" });
  const list = async () => (await viewers.C.get(KEYS)).body as ApiKey[];
  return { ...cast, board, item, path: `/api/feedback/${String(item.id)}`, list };
}

describe("an API key", () => {
  test("is shown once, and the database holds only its hash", async () => {
    const { company, viewers, admin, list } = await scene();
    const made = await makeApiKey(viewers.C, ["feedback:read"]);
    expect(made.key).toMatch(/^hb_[0-9A-Za-z]{43}$/);
    expect(made).toMatchObject({
      name: "Desk",
      hint: made.key.slice(-4),
      scopes: ["feedback:read"],
      state: "active",
      createdBy: admin.fullName,
      expiresAt: null,
      lastUsedAt: null,
    });
    const { key, ...shown } = made;
    expect(await list()).toEqual([shown]);
    const rows = await portal.sql(
      "select to_jsonb(k) as row from api_key k where company_id = $1",
      [company.id],
    );
    expect(JSON.stringify(rows)).not.toContain(key.slice(3, -4));
    const kept = await withApiKey(portal, company.host, key).get("/api/feedback");
    expect([kept.status, kept.body.length]).toEqual([200, 1]);
  });

  test("acts on every host of its company, as an account that is named after it", async () => {
    const { company, viewers, path, item } = await scene();
    const domain = await portal.domain(company);
    const { key } = await makeApiKey(viewers.C);
    for (const host of [company.host, domain, "localhost"]) {
      const program = withApiKey(portal, host, key);
      const me = await program.get("/api/user");
      expect([host, me.status, me.body.fullName]).toEqual([host, 200, "Desk (API)"]);
      const written = await program.post(`${path}/comments`, { content: `From ${host}` });
      expect(written.body.user).toMatchObject({ fullName: "Desk (API)", username: "Desk (API)" });
    }
    const [comment] = (await viewers.A.get(`${path}/comments`)).body;
    expect(comment).toMatchObject({ user: { fullName: "Desk (API)" }, isByTeam: true });
    await withApiKey(portal, company.host, key).patch(path, { status: "planned" });
    const [change] = (await viewers.A.get(`${path}/history`)).body;
    expect(change).toMatchObject({ user: { fullName: "Desk (API)" }, isByTeam: true });
    await withApiKey(portal, company.host, key).delete(path);
    expect((await auditOf(portal, company)).at(-1)).toMatchObject({
      action: "feedback.delete",
      actor: "Desk (API)",
      subject: item.title,
    });
  });

  test("is in no list of people, and nobody can log in as its account", async () => {
    const { company, viewers } = await scene();
    const { key } = await makeApiKey(viewers.C);
    const id = (await withApiKey(portal, company.host, key).get("/api/user")).body.id as number;
    for (const list of ["/api/members", "/api/customers", "/api/assignees"])
      expect(JSON.stringify((await viewers.C.get(list)).body)).not.toContain("(API)");
    expect(JSON.stringify((await viewers.S.get("/api/admin/users?limit=100")).body)).not.toContain(
      "(API)",
    );
    expect((await viewers.C.patch(`/api/members/${String(id)}`, { role: "user" })).status).toBe(
      404,
    );
    const [account] = await portal.sql<{ is_active: boolean; username: string }>(
      "select is_active, username from user_account where id = $1",
      [id],
    );
    expect(account).toMatchObject({ is_active: false });
    expect(account?.username).toMatch(/\.invalid$/);
  });

  test("shows when and from where it was last used", async () => {
    const { company, viewers, list } = await scene();
    const { key } = await makeApiKey(viewers.C);
    await withApiKey(portal, company.host, key).get("/api/user");
    expect(await list()).toMatchObject([
      { lastUsedAt: expect.stringMatching(/Z$/), lastUsedIp: "127.0.0.1" },
    ]);
  });

  test("can be renamed and given other scopes, from its next request on", async () => {
    const { company, viewers, board } = await scene();
    const made = await makeApiKey(viewers.C, ["feedback:read"]);
    const program = withApiKey(portal, company.host, made.key);
    const submit = () =>
      program.post("/api/feedback", { title: "T", description: "D", boardId: board.id });
    const refused = await submit();
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "This API key needs the scope feedback:write",
    ]);
    const changed = await viewers.C.patch(`${KEYS}/${String(made.id)}`, {
      name: "Support",
      scopes: ["feedback:write", "feedback:write"],
    });
    expect(changed.body).toMatchObject({ name: "Support", scopes: ["feedback:write"] });
    expect((await submit()).body.author.fullName).toBe("Support (API)");
    expect((await program.get("/api/feedback")).status).toBe(403);
    expect((await auditOf(portal, company)).map(({ action }) => action)).toEqual([
      "api-key.create",
      "api-key.update",
    ]);
  });

  test("is refused by every process from the moment it is revoked, and what it wrote stays", async () => {
    const { company, viewers, path, list } = await scene();
    const made = await makeApiKey(viewers.C);
    const other = await portal.anotherApp();
    const programs = [portal, other].map((app) => withApiKey(app, company.host, made.key));
    for (const program of programs) expect((await program.get(path)).status).toBe(200);
    await programs[0]?.post(`${path}/comments`, { content: "Kept" });
    expect((await viewers.C.delete(`${KEYS}/${String(made.id)}`)).status).toBe(204);
    for (const program of programs) {
      const { status, body } = await program.get(path);
      expect([status, body]).toEqual([401, { message: "This API key is not valid here" }]);
    }
    expect(await list()).toEqual([]);
    expect((await viewers.A.get(`${path}/comments`)).body).toMatchObject([
      { content: "Kept", user: { fullName: "Desk (API)" } },
    ]);
    expect((await auditOf(portal, company)).at(-1)).toMatchObject({
      action: "api-key.revoke",
      subject: "Desk",
    });
    expect((await viewers.C.delete(`${KEYS}/${String(made.id)}`)).status).toBe(404);
  });

  test("stops working when it expires", async () => {
    const { company, viewers, list } = await scene();
    const made = await makeApiKey(viewers.C);
    await portal.sql("update api_key set expires_at = now() - interval '1 second' where id = $1", [
      made.id,
    ]);
    expect((await withApiKey(portal, company.host, made.key).get("/api/user")).status).toBe(401);
    expect(await list()).toMatchObject([{ state: "expired" }]);
  });

  test.each([
    ["demoted", "update user_account set role = 'user' where id = $1"],
    ["deactivated", "update user_account set is_active = false where id = $1"],
    ["moved to another company", "update user_account set home_company_id = null where id = $1"],
    ["deleted", "delete from user_account where id = $1"],
  ])("stops working when the admin who made it is %s", async (_what, change) => {
    const { company, viewers, admin } = await scene();
    const made = await makeApiKey(viewers.C);
    const program = withApiKey(portal, company.host, made.key);
    expect((await program.get("/api/user")).status).toBe(200);
    await portal.sql(change, [admin.id]);
    expect((await program.get("/api/user")).status).toBe(401);
    expect((await viewers.T.get(KEYS)).body).toMatchObject([{ state: "maker_left" }]);
  });
});

describe("making an API key", () => {
  test.each([
    ["no name", { name: " ", scopes: ["feedback:read"] }, { name: ["Name is required"] }],
    ["no scope", { name: "A", scopes: [] }, { scopes: ["Choose at least one scope"] }],
    ["an unknown scope", { name: "A", scopes: ["root"] }, { scopes: ["Unknown scope"] }],
    [
      "a day that has passed",
      { name: "A", scopes: ["feedback:read"], expiresAt: "2020-01-01T00:00:00.000Z" },
      { expiresAt: ["Choose a day in the future"] },
    ],
    [
      "no day",
      { name: "A", scopes: ["feedback:read"], expiresAt: "tomorrow" },
      { expiresAt: ["Choose a day"] },
    ],
  ])("with %s is refused beside the field", async (_what, body, errors) => {
    const { viewers, list } = await scene();
    const refused = await viewers.C.post(KEYS, body);
    expect([refused.status, refused.body.errors]).toEqual([400, errors]);
    expect(await list()).toEqual([]);
  });

  test("is refused above the quota of the company", async () => {
    const small = await startTestPortal({ QUOTA_API_KEYS: "1" });
    const { viewers } = await newCast(small);
    await makeApiKey(viewers.C);
    const refused = await viewers.C.post(KEYS, { name: "B", scopes: ["feedback:read"] });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "A company can have at most 1 keys",
    ]);
  });

  test("is no call that a key can make", async () => {
    const { company, viewers } = await scene();
    const { key, id } = await makeApiKey(viewers.C);
    const program = withApiKey(portal, company.host, key);
    for (const { status, body } of [
      await program.get(KEYS),
      await program.post(KEYS, { name: "B", scopes: ["feedback:read"] }),
      await program.delete(`${KEYS}/${String(id)}`),
    ])
      expect([status, body.message]).toEqual([403, "API keys cannot make this call"]);
  });
});
