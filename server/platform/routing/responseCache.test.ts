import { beforeAll, describe, expect, test } from "vitest";
import type { PageRenderer } from "#server/platform/pages/pages.ts";
import type { Reply, TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let renderings = 0;
const utf8 = new TextEncoder();

/** Renders pages with the items that the viewer may see and with the number of the rendering. */
const PAGES: PageRenderer = {
  isDevelopment: false,
  mountAssets: async () => undefined,
  render: async ({ url, call, theme }) => {
    if (url.endsWith("/missing"))
      return { status: 404, html: utf8.encode("<h1>404</h1>"), styles: [] };
    const list = await call("GET /api/feedback", {});
    renderings += 1;
    return {
      status: 200,
      // The page is long enough to be compressed.
      html: utf8.encode(
        `<main data-rendering="${String(renderings)}">${theme} ${JSON.stringify(list)}</main>`.padEnd(
          2000,
        ),
      ),
      styles: [],
    };
  },
};

let portal: TestPortal;
let app: TestApp;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, PAGES);
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const item = await portal.item(board);
  const customer = await portal.user("user", company);
  const anonymous = app.visitor(company.host);
  // Responses are cached from the second request on.
  for (const path of ["/feedback", "/feedback?sort=date", "/api/feedback"])
    await anonymous.get(path);
  return { company, board, item, customer, anonymous };
}

const renderingOf = async (
  visitor: Visitor,
  path = "/feedback",
  headers: Record<string, string> = {},
) => /data-rendering="(\d+)"/.exec((await visitor.get(path, headers)).text)?.[1];

test("the first response for a URL is not cached, so that a URL requested once takes no memory", async () => {
  const { anonymous } = await scene();
  const ask = () => renderingOf(anonymous, "/feedback?category=bug");
  const [first, second, third] = [await ask(), await ask(), await ask()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
});

describe("an anonymous visitor's page", () => {
  test("a page is rendered once for all anonymous visitors", async () => {
    const { company, anonymous } = await scene();
    expect(await renderingOf(anonymous)).toBe(await renderingOf(app.visitor(company.host)));
  });

  test("a cached page shows a vote as soon as the voter has received the response", async () => {
    const { company, item, customer, anonymous } = await scene();
    expect((await anonymous.get("/feedback")).text).toContain('"votes":0');
    await app.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    expect((await anonymous.get("/feedback")).text).toContain('"votes":1');
  });

  test("within 5 s, a cached page shows a change that another process has made", async () => {
    const { company, item, customer, anonymous } = await scene();
    await anonymous.get("/feedback");
    const other = await portal.anotherApp();
    await other.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    await expect
      .poll(async () => (await anonymous.get("/feedback")).text, { timeout: 5_000 })
      .toContain('"votes":1');
  });

  test("a private change does not invalidate cached pages, because a new rendering would reveal the change", async () => {
    const { company, item, customer, anonymous } = await scene();
    const secret = await portal.item(await portal.board(company, { isPrivate: true }));
    const admin = app.visitor(company.host, await portal.user("company_admin", company));
    const before = await renderingOf(anonymous);
    expect((await admin.post(`/api/feedback/${String(secret.id)}/vote`)).status).toBe(200);
    expect(await renderingOf(anonymous)).toBe(before);
    await app.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    expect(await renderingOf(anonymous)).not.toBe(before);
  });

  test("a page is not rendered again after a change in another company's portal", async () => {
    const { anonymous } = await scene();
    const elsewhere = await scene();
    const before = await renderingOf(anonymous);
    const beforeElsewhere = await renderingOf(elsewhere.anonymous);
    await app
      .visitor(elsewhere.company.host, elsewhere.customer)
      .post(`/api/feedback/${String(elsewhere.item.id)}/vote`);
    expect(await renderingOf(elsewhere.anonymous)).not.toBe(beforeElsewhere);
    expect(await renderingOf(anonymous)).toBe(before);
  });

  test("a page is rendered again after a super admin has changed the company from another host", async () => {
    const { anonymous, company } = await scene();
    const elsewhere = await scene();
    const before = await renderingOf(anonymous);
    const superAdmin = app.visitor(elsewhere.company.host, await portal.user("super_admin"));
    const path = `/api/company/${String(company.id)}`;
    const { status } = await superAdmin.patch(path, {
      name: "Renamed",
      description: null,
      website: null,
    });
    expect(status).toBe(200);
    expect(await renderingOf(anonymous)).not.toBe(before);
  });

  test("a page is rendered again after the site settings have changed", async () => {
    const { anonymous } = await scene();
    const before = await renderingOf(anonymous);
    const superAdmin = await portal.user("super_admin");
    const settings = {
      siteName: "New name",
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    };
    expect(
      (await app.visitor("localhost", superAdmin).post("/api/admin/site-settings", settings))
        .status,
    ).toBe(200);
    expect(await renderingOf(anonymous)).not.toBe(before);
  });

  test("a page is cached per theme, query and host", async () => {
    const { anonymous } = await scene();
    const other = await scene();
    const drawings = [
      await renderingOf(anonymous),
      await renderingOf(anonymous, "/feedback", { cookie: "theme=dark" }),
      await renderingOf(anonymous, "/feedback?sort=date"),
      await renderingOf(other.anonymous),
    ];
    expect(new Set(drawings).size).toBe(4);
  });

  test("a page whose version the client already has is not sent again", async () => {
    const { anonymous } = await scene();
    const { headers } = await anonymous.get("/feedback");
    const again = await anonymous.get("/feedback", { "if-none-match": String(headers["etag"]) });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  });

  test("a cached page is compressed in an encoding that the client accepts", async () => {
    const { anonymous } = await scene();
    await anonymous.get("/feedback");
    const { headers } = await anonymous.get("/feedback", {
      "accept-encoding": "gzip, deflate, br",
    });
    expect(headers["content-encoding"]).toBe("br");
    for (const unread of ["br;q=0, identity", "br;q=x, gzip;;;", "identity;q=1, *;q=0", ""]) {
      const plain = await anonymous.get("/feedback", { "accept-encoding": unread });
      expect([unread, plain.headers["content-encoding"]]).toEqual([unread, undefined]);
    }
  });

  test("a page that does not exist is not cached", async () => {
    const { anonymous } = await scene();
    expect((await anonymous.get("/missing")).headers["etag"]).toBeUndefined();
  });
});

describe("an anonymous visitor's API read", () => {
  const LIST = "/api/feedback";
  const votesIn = ({ body }: Reply) => body.map(({ votes }: { votes: number }) => votes);

  test("a list is served from the cache until a change is published", async () => {
    const { company, item, customer, anonymous } = await scene();
    expect(votesIn(await anonymous.get(LIST))).toEqual([0]);
    await portal.sql("update feedback_item set votes = 7 where id = $1", [item.id]);
    expect(votesIn(await anonymous.get(LIST))).toEqual([0]);
    await app.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    expect(votesIn(await anonymous.get(LIST))).toEqual([8]);
  });

  test("a cached list has the same headers as a fresh list", async () => {
    const { board, anonymous } = await scene();
    await portal.item(board);
    const path = `${LIST}?limit=1`;
    await anonymous.get(path);
    const first = await anonymous.get(path);
    expect(first.headers).toMatchObject({ "x-total-count": "2", "cache-control": "no-store" });
    expect(first.headers["link"]).toContain("cursor=");
    const { date: _, ...headers } = first.headers;
    expect(await anonymous.get(path)).toMatchObject({ status: 200, text: first.text, headers });
    expect(await anonymous.head(path)).toMatchObject({ status: 200, text: "", headers });
  });

  test("a cached list is compressed in an encoding that the client accepts", async () => {
    const { board, anonymous } = await scene();
    await Promise.all(Array.from({ length: 10 }, () => portal.item(board)));
    for (const encoding of ["zstd", "br", "gzip", "br", "zstd"]) {
      const { headers } = await anonymous.get(LIST, { "accept-encoding": encoding });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
    }
    expect((await anonymous.get(LIST)).body).toHaveLength(11);
  });

  test("a refused read is not cached", async () => {
    const { company, anonymous } = await scene();
    const hidden = await portal.board(company, { isPrivate: true });
    const secret = await portal.item(hidden);
    const path = `/api/feedback/${String(secret.id)}`;
    expect((await anonymous.get(path)).status).toBe(404);
    const admin = app.visitor(company.host, await portal.user("company_admin", company));
    await admin.patch(`/api/boards/${String(hidden.id)}`, { isPrivate: false });
    expect((await anonymous.get(path)).status).toBe(200);
    await admin.patch(`/api/boards/${String(hidden.id)}`, { isPrivate: true });
    expect((await anonymous.get(path)).status).toBe(404);
  });

  test("within 5 s, a cached list shows a change that another process has made", async () => {
    const { company, item, customer, anonymous } = await scene();
    await anonymous.get(LIST);
    const other = await portal.anotherApp();
    await other.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    await expect
      .poll(async () => votesIn(await anonymous.get(LIST)), { timeout: 5_000 })
      .toEqual([1]);
  });

  test("a cached list is sent only to anonymous visitors of its host", async () => {
    const { company, item, customer, anonymous } = await scene();
    const secret = await portal.item(await portal.board(company, { isPrivate: true }));
    const admin = app.visitor(company.host, await portal.user("company_admin", company));
    await app.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    const titles = async (visitor: Visitor) => (await visitor.get(LIST)).text;
    expect(await titles(admin)).toContain(secret.title);
    expect(await titles(anonymous)).not.toContain(secret.title);
    expect(await titles(admin)).toContain(secret.title);
    expect(await titles(app.visitor(company.host, customer))).toContain('"hasVoted":true');
    expect(await titles(anonymous)).toContain('"hasVoted":false');
    const elsewhere = await scene();
    expect(await titles(elsewhere.anonymous)).not.toContain(item.title);
  });
});

/** The credential of a request that is no browser's. */
const KEY = { authorization: "Bearer key" };

describe("requests with credentials", () => {
  test("a signed-in user gets a page of their own, which nobody else gets", async () => {
    const { company, item, customer, anonymous } = await scene();
    await app.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    const own = await app.visitor(company.host, customer).get("/feedback");
    expect(own.text).toContain('"hasVoted":true');
    expect(own.headers["etag"]).toBeUndefined();
    expect((await anonymous.get("/feedback")).text).toContain('"hasVoted":false');
    expect((await app.visitor(company.host, customer).get("/feedback")).text).toContain(
      '"hasVoted":true',
    );
  });

  test("a request with an invalid session is not served from the cache", async () => {
    const { company, anonymous } = await scene();
    const before = await renderingOf(anonymous);
    const stale = app.visitor(company.host, { cookie: "hearback_session=invalid" });
    expect(await renderingOf(stale)).not.toBe(before);
  });

  test("a page for a request with an Authorization header is neither served from the cache nor stored", async () => {
    const { anonymous } = await scene();
    const cached = await renderingOf(anonymous);
    expect(await renderingOf(anonymous, "/feedback", KEY)).not.toBe(cached);
    const { headers } = await anonymous.get("/feedback", KEY);
    expect([headers["cache-control"], headers["etag"]]).toEqual(["private, no-store", undefined]);
    await renderingOf(anonymous, "/feedback?category=bug", KEY);
    const withKey = await renderingOf(anonymous, "/feedback?category=bug", KEY);
    expect(await renderingOf(anonymous, "/feedback?category=bug")).not.toBe(withKey);
  });

  test("a list for a request with an Authorization header is neither served from the cache nor stored", async () => {
    const { item, anonymous } = await scene();
    const votes = async (path: string, headers = {}) =>
      (await anonymous.get(path, headers)).body[0].votes;
    const setVotes = (count: number) =>
      portal.sql("update feedback_item set votes = $2 where id = $1", [item.id, count]);
    expect(await votes("/api/feedback")).toBe(0);
    await setVotes(7);
    expect(await votes("/api/feedback", KEY)).toBe(7);
    expect(await votes("/api/feedback")).toBe(0);
    for (let n = 0; n < 2; n += 1) expect(await votes("/api/feedback?limit=5", KEY)).toBe(7);
    await setVotes(8);
    expect(await votes("/api/feedback?limit=5")).toBe(8);
  });

  test("private items of an admin's page do not appear on other visitors' pages", async () => {
    const { company, anonymous } = await scene();
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const admin = await portal.user("company_admin", company);
    expect((await app.visitor(company.host, admin).get("/feedback")).text).toContain(hidden.title);
    expect((await anonymous.get("/feedback")).text).not.toContain(hidden.title);
  });
});
