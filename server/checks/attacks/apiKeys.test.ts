import { beforeAll, describe, expect, test } from "vitest";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";
import { request } from "node:http";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const board = await portal.board(company);
  const item = await portal.item(board);
  const { key } = await makeApiKey(viewers.C);
  const program = withApiKey(portal, company.host, key);
  return { ...cast, board, item, key, program };
}

const answers = ({ status, body }: Reply): unknown[] => [status, body];
const refusal = ({ status, body }: Reply) => [status, body.message];
const INVALID = [401, "This API key is not valid here"];

describe("an API key is refused", () => {
  test("on the host of another company, with the bytes of an unknown key", async () => {
    const { other, key } = await scene();
    const foreign = await withApiKey(portal, other.host, key).get("/api/feedback");
    const unknown = await withApiKey(portal, other.host, `hb_${"x".repeat(43)}`).get(
      "/api/feedback",
    );
    expect(refusal(foreign)).toEqual(INVALID);
    expect(foreign.text).toBe(unknown.text);
  });

  test("if its company is being deleted or was deleted", async () => {
    const { company, key } = await scene();
    const product = withApiKey(portal, "localhost", key);
    expect((await product.get("/api/user")).status).toBe(200);
    await portal.sql("update company set closed_at = now() where id = $1", [company.id]);
    expect(refusal(await product.get("/api/user"))).toEqual(INVALID);
    await portal.sql("delete from company where id = $1", [company.id]);
    expect(refusal(await product.get("/api/user"))).toEqual(INVALID);
  });

  test("in the address, also where the response is cached", async () => {
    const { company, key } = await scene();
    const visitor = portal.visitor(company.host);
    for (const name of ["api_key", "access_token", "x"]) {
      const refused = await visitor.get(`/api/feedback?${name}=${key}`);
      expect(refusal(refused)).toEqual([
        401,
        "Send the API key in the Authorization header, as Bearer hb_…",
      ]);
    }
    expect((await visitor.get("/api/feedback?search=hb_")).status).toBe(200);
  });

  test.each([
    ["two keys", (key: string) => `Bearer ${key}, Bearer ${key}`],
    ["a key that is too short", (key: string) => `Bearer ${key.slice(0, -1)}`],
    ["a key with other characters", (key: string) => `Bearer ${key.slice(0, -1)}-`],
    ["more after the key", (key: string) => `Bearer ${key} `.repeat(2)],
  ])("if the header has %s", async (_what, header) => {
    const { company, key } = await scene();
    const visitor = portal.visitor(company.host);
    const sent = await visitor.get("/api/feedback", { authorization: header(key) });
    expect(refusal(sent)).toEqual(INVALID);
  });

  test("if the header is sent twice", async () => {
    const { company, key } = await scene();
    const port = await listen(portal);
    const status = await new Promise((resolve, reject) => {
      request(
        {
          port,
          path: "/api/user",
          headers: [
            ["host", company.host],
            ["authorization", `Bearer ${key}`],
            ["authorization", `Bearer ${key}`],
          ].flat(),
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on("error", reject)
        .end();
    });
    expect(status).toBe(401);
  });

  test("by feeds, event streams, logins and every call that is not for keys", async () => {
    const { program } = await scene();
    for (const path of ["/api/events", "/api/openapi.json", "/changelog.atom", "/api/nothing"])
      expect([path, (await program.get(path)).status]).toEqual([path, 403]);
    for (const path of ["/api/login", "/api/logout", "/api/exports"])
      expect([path, (await program.post(path, {})).status]).toEqual([path, 403]);
  });
});

describe("a request with an API key", () => {
  test("never reads a cookie and sets none", async () => {
    const { company, admin, superAdmin, key } = await scene();
    for (const { cookie } of [admin, superAdmin]) {
      const mixed = portal.visitor(company.host, { cookie });
      const authorization = `Bearer ${key}`;
      expect((await mixed.get("/api/user", { authorization })).body.fullName).toBe("Desk (API)");
      const invalid = { authorization: `Bearer hb_${"x".repeat(43)}` };
      expect(refusal(await mixed.get("/api/user", invalid))).toEqual(INVALID);
      const reply = await mixed.get("/api/feedback", { authorization });
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("is no browser: neither its origin nor a solved challenge is asked for", async () => {
    const { company, program, board } = await scene();
    await portal.sql("update company set moderation = 'anonymous' where id = $1", [company.id]);
    const body = { title: "T", description: "D", boardId: board.id };
    const sent = await program.post("/api/feedback", body, {
      origin: "https://elsewhere.example",
      "sec-fetch-site": "cross-site",
    });
    expect([sent.status, sent.body.state]).toEqual([201, "open"]);
  });

  test("is never cached, and gets nothing that is cached for visitors", async () => {
    const { viewers, program, company } = await scene();
    const hidden = await portal.board(company, { name: "Secret plans", isPrivate: true });
    for (const _ of [1, 2, 3]) await viewers.A.get("/api/boards");
    const boards = await program.get("/api/boards");
    expect(boards.headers["cache-control"]).toBe("no-store");
    expect(boards.text).toContain(hidden.name);
    expect((await viewers.A.get("/api/boards")).text).not.toContain(hidden.name);
  });

  test("above its limit gets 429 with the seconds to wait, whatever its address, and other keys do not", async () => {
    const { company, viewers, program } = await scene();
    const first = await program.get("/api/user");
    expect(first.headers).toMatchObject({
      "ratelimit-policy": '"key";q=600;w=60',
      ratelimit: expect.stringMatching(/^"key";r=599;t=\d+$/),
    });
    await portal.sql("update throttle set hits = 600 where key like 'api-key:%'");
    const refused = await program.get("/api/user");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["ratelimit"]).toMatch(/^"key";r=0;t=\d+$/);
    const { key } = await makeApiKey(viewers.C, undefined, "Other");
    expect((await withApiKey(portal, company.host, key).get("/api/user")).status).toBe(200);
    expect((await viewers.C.get("/api/user")).status).toBe(200);
  });

  test("without private:read changes nothing on a private board, whose items do not exist for it", async () => {
    const { company, viewers, board } = await scene();
    const scopes = ["feedback:read", "feedback:write", "people:read", "company:write"] as const;
    const { key } = await makeApiKey(viewers.C, scopes, "Public");
    const program = withApiKey(portal, company.host, key);
    const hidden = await portal.board(company, { name: "Secret plans", isPrivate: true });
    const item = await portal.item(hidden, { title: "Secret" });
    const open = await portal.item(board);
    const path = `/api/feedback/${String(item.id)}`;
    const replies = [
      await program.get(path),
      await program.get(`${path}/votes`),
      await program.patch(path, { status: "planned" }),
      await program.post(`${path}/vote`),
      await program.post(`${path}/comments`, { content: "C" }),
      await program.post(`${path}/close`, { reason: "other" }),
      await program.post(`${path}/merge`, { targetId: open.id }),
      await program.post(`/api/feedback/${String(open.id)}/merge`, { targetId: item.id }),
      await program.delete(path),
      await program.patch(`/api/boards/${String(hidden.id)}`, { description: "Changed" }),
      await program.delete(`/api/boards/${String(hidden.id)}`),
      await program.post("/api/feedback", { title: "T", description: "D", boardId: hidden.id }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    const move = (boardId: number) =>
      program.patch(`/api/feedback/${String(open.id)}`, { boardId, status: "planned" });
    const unknown = answers(await move(999_999));
    expect(unknown).toMatchObject([400, { errors: { boardId: ["Unknown board"] } }]);
    expect(answers(await move(hidden.id))).toEqual(unknown);
    // A merge into itself would be a conflict.
    expect((await program.post(`${path}/merge`, { targetId: item.id })).status).toBe(404);
    const [stored] = await portal.sql(
      "select status, state, votes, comments_count from feedback_item where id = $1",
      [item.id],
    );
    expect(stored).toEqual({ status: "new", state: "open", votes: 0, comments_count: 0 });
    expect(JSON.stringify((await program.get("/api/feedback")).body)).not.toContain("Secret");
  });

  test("with changelog and without private:read neither links, completes, counts nor removes items of private boards", async () => {
    const { company, viewers, item } = await scene();
    const hidden = await portal.board(company, { name: "Secret plans", isPrivate: true });
    const [secret, taken] = [await portal.item(hidden), await portal.item(hidden)];
    const follower = portal.visitor(company.host, await portal.user("company_admin", company));
    await follower.post(`/api/feedback/${String(secret.id)}/vote`);
    const { key } = await makeApiKey(viewers.C, ["changelog", "feedback:read"], "Notes");
    const program = withApiKey(portal, company.host, key);
    const create = (by: Visitor, ...itemIds: number[]) =>
      by.post("/api/changelog", { title: "June", itemIds });
    await create(viewers.C, taken.id);
    const unknown = answers(await create(program, 999_999));
    expect(unknown[0]).toBe(400);
    expect(answers(await create(program, secret.id))).toEqual(unknown);
    expect(answers(await create(program, taken.id))).toEqual(unknown);

    const { body: entry } = await create(viewers.C, secret.id, item.id);
    const path = `/api/changelog/${String(entry.id)}`;
    const followers = async (by: Visitor) => (await by.get(`${path}/audience`)).body.followers;
    expect([await followers(viewers.C), await followers(program)]).toEqual([1, 0]);
    const { revision } = entry.editing;
    const changed = await program.patch(path, { itemIds: [item.id], revision });
    expect([changed.status, changed.body.items]).toMatchObject([200, [{ id: item.id }]]);
    const completing = { tell: ["followers"], completeItems: true };
    const at = new Date(Date.now() + 3_600_000).toISOString();
    for (const body of [completing, { ...completing, at }])
      expect((await program.post(`${path}/publish`, body)).status).toBe(403);
    expect((await program.post(`${path}/publish`, { tell: ["followers"] })).status).toBe(200);
    const { items } = (await viewers.C.get(path)).body;
    expect(items).toMatchObject([
      { id: secret.id, status: "new" },
      { id: item.id, status: "new" },
    ]);
  });

  test("with moderation alone neither sees nor decides on posts of private boards, and sees no addresses", async () => {
    const { company, viewers, user, board, item } = await scene();
    const later = await portal.board(company);
    const secret = await portal.item(later, { title: "Secret plan" });
    await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
    await portal.sql("update user_account set full_name = null where id = $1", [user.id]);
    const submitted = [];
    for (const { id: boardId } of [board, later])
      submitted.push(
        await viewers.U.post("/api/feedback", { title: "Secret", description: "D", boardId }),
      );
    const waiting = submitted.at(-1)?.body as { id: number };
    for (const { id } of [item, secret]) {
      await viewers.U.post(`/api/feedback/${String(id)}/comments`, { content: "Secret" });
      await viewers.U.post(`/api/feedback/${String(id)}/reports`, { reason: "spam" });
    }
    await viewers.C.patch(`/api/boards/${String(later.id)}`, { isPrivate: true });
    const { key } = await makeApiKey(viewers.C, ["moderation"], "Moderator");
    const program = withApiKey(portal, company.host, key);
    const seen = async (by: Visitor) => {
      const [posts, reports] = [await by.get("/api/moderation"), await by.get("/api/reports")];
      const { body: counts } = await by.get("/api/moderation/count");
      const totals = [posts, reports].map(({ headers }) => Number(headers["x-total-count"]));
      expect(posts.body).toHaveLength(totals[0] ?? 0);
      expect(reports.body).toHaveLength(totals[1] ?? 0);
      return { totals, counts, text: posts.text + reports.text };
    };
    const admins = await seen(viewers.C);
    expect(admins).toMatchObject({ totals: [4, 2], counts: { pending: 4, reported: 2 } });
    expect(admins.text).toContain(user.username);
    const moderators = await seen(program);
    expect(moderators).toMatchObject({ totals: [2, 1], counts: { pending: 2, reported: 1 } });
    expect(moderators.text).not.toContain(user.username);
    expect(moderators.text).not.toContain(secret.title);

    for (const call of ["approve", "reject"]) {
      const decide = (feedbackId: number) =>
        program.post(`/api/moderation/${call}`, { feedbackId });
      expect(answers(await decide(waiting.id))).toEqual(answers(await decide(999_999)));
    }
    const dismissed = await program.post("/api/reports/dismiss", { feedbackId: secret.id });
    expect(dismissed.status).toBe(404);
    const blocked = await program.request("PUT", `/api/blocked-accounts/${String(user.id)}`, {
      rejectPending: true,
    });
    const masked = { id: user.id, username: `${user.username[0] ?? ""}•••` };
    expect(blocked.body).toMatchObject(masked);
    expect((await program.get("/api/blocked-accounts")).body).toMatchObject([masked]);
    expect((await viewers.C.get("/api/blocked-accounts")).body).toMatchObject([
      { username: user.username },
    ]);
    const left = (await viewers.C.get("/api/moderation")).body as { feedbackId: number }[];
    expect(left.map(({ feedbackId }) => feedbackId).toSorted()).toEqual(
      [secret.id, waiting.id].toSorted(),
    );
  });
});
