import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { routes } from "#server/app/routes.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { forbiddenWords } from "./forbiddenWords.ts";
import { judgeReply } from "./judgeReply.ts";
import { POLICY } from "./policy/policy.ts";
import type { PolicyRow, Sent } from "./policy/policyRow.ts";
import { VIEWERS } from "./policy/policyRow.ts";
import type { AccessFixtures } from "./accessFixtures.ts";
import { createAccessFixtures } from "./accessFixtures.ts";

// These tests call every route as every viewer, with ids of public and private entities of company
// A and of company B, and with an id that does not exist. The expected status codes are in
// `policy/` (docs/product-decisions.md "Who may call what"). `apiKeyMatrix.test.ts` has the columns of
// API keys.

let names: NameServer;
let portal: TestPortal;
let fixtures: AccessFixtures;
beforeAll(async () => {
  names = await startNameServer();
  portal = await startTestPortal({ DNS_SERVERS: names.address });
  fixtures = await createAccessFixtures(portal);
  return () => names.close();
});

/** Sends a GET request over a TCP connection instead of with `inject`. */
function getOver(
  address: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request(new URL(path, address), { headers, agent: false }, (response) => {
      // The decoder of `text` would remove a byte order mark.
      buffer(response).then(
        (body) => resolve({ status: response.statusCode, text: body.toString("utf8") }),
        reject,
      );
    })
      .on("error", reject)
      .end();
  });
}

function send(
  visitor: Visitor,
  { method, stream }: Endpoint,
  url: string,
  { query, body, headers }: Sent,
): Promise<Reply> {
  if (query !== undefined) return visitor.get(`${url}?${query}`, headers);
  // A stream never completes. A HEAD request returns the status without opening the stream.
  if (stream) return visitor.head(url, headers);
  if (method === "GET") return visitor.get(url, headers);
  return visitor.request(method, url, body, headers);
}

/** Returns a response's body and headers except the date as one text for comparisons. */
function bytesOf(reply: Reply): string {
  const { date: _, ...headers } = reply.headers;
  return JSON.stringify([Object.entries(headers).toSorted(), reply.text]);
}

/**
 * Sends one call as every viewer. Returns the faults, and the 404 responses by viewer. Only a
 * successful change needs an entity of its own, because other calls leave the entity unchanged.
 */
async function judgeRow(
  endpoint: Endpoint,
  row: PolicyRow,
): Promise<{ faults: string[]; missing: Map<ViewerKey, string> }> {
  const expected = row.statuses.split(" ");
  const faults = expected.length === VIEWERS.length ? [] : ["the row has not ten columns"];
  const missing = new Map<ViewerKey, string>();
  let reusable: Record<string, number | string> | undefined;
  for (const [column, viewer] of VIEWERS.entries()) {
    const status = expected[column] ?? "";
    const own = row.needsOwnFixtures ? await createAccessFixtures(portal) : fixtures;
    const isChanged = endpoint.method !== "GET" && status.startsWith("2");
    const params =
      (isChanged ? undefined : reusable) ?? (await row.make?.(own, row.kind, viewer)) ?? {};
    if (!isChanged && row.make && !endpoint.path.includes("/sessions/")) reusable = params;
    const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    const sent = (await row.send?.(own, viewer, row.kind)) ?? {};
    const reply = await send(own.viewers[viewer], endpoint, url, sent);
    const found = judgeReply(endpoint, reply, status);
    const everything = JSON.stringify(reply.headers) + reply.text;
    const read = forbiddenWords(endpoint, viewer, own.words).filter((word) =>
      everything.includes(word),
    );
    if (read.length > 0) found.push(`forbidden words: ${everything.slice(0, 500)}`);
    faults.push(...found.map((fault) => `${row.about || "the call"}, ${viewer}: ${fault}`));
    if (reply.status === 404) missing.set(viewer, bytesOf(reply));
  }
  return { faults, missing };
}

describe("access matrix", () => {
  test("the access policy has rows for exactly the mounted routes", () => {
    const mounted = routes.map(({ endpoint: { method, path } }) => `${method} ${path}`);
    expect(Object.keys(POLICY).toSorted()).toEqual(mounted.toSorted());
  });

  test.each(
    routes.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )("%s responds to every viewer as the access policy specifies", async (name, endpoint) => {
    const faults: string[] = [];
    // Responses for unknown ids, another company's ids and ids that the viewer may not see must be
    // identical.
    const notFound = new Set<string>();
    for (const row of POLICY[name] ?? []) {
      const judged = await judgeRow(endpoint, row);
      faults.push(...judged.faults);
      for (const bytes of judged.missing.values()) notFound.add(bytes);
    }
    expect(faults).toEqual([]);
    expect(notFound.size).toBeLessThanOrEqual(1);
  });

  test("a request with an unknown session cookie is treated as anonymous", async () => {
    for (const cookie of [
      "hearback_session=",
      `hearback_session=${"x".repeat(43)}`,
      "hearback_session=1; x=y",
    ]) {
      expect(
        (await portal.visitor(fixtures.company.host, { cookie }).get("/api/user")).status,
      ).toBe(401);
      expect((await portal.visitor("localhost", { cookie }).get("/api/boards")).status).toBe(401);
    }
  });

  test("no call of the access matrix has changed a company's name or domain, or has written one company's words into another company's items", async () => {
    // The tests above have tried every change as every viewer. A's data must still contain A's
    // words, and B's data must contain B's words.
    const { company, other, words } = fixtures;
    const rows = await portal.sql<{ id: string; name: string; domain: string }>(
      "select id, name, custom_domain as domain from company where id = any ($1) order by id",
      [[company.id, other.id]],
    );
    expect(rows).toEqual([
      { id: String(company.id), name: `A ${words.ofA}`, domain: `${words.adminsOfA}.example.com` },
      { id: String(other.id), name: `B ${words.ofB}`, domain: `${words.ofB}.example.com` },
    ]);
    const strayed = await portal.sql(
      `select f.title from feedback_item f where f.company_id = $1 and (f.title || f.description) like $2
       union all select f.title from feedback_item f where f.company_id = $3 and (f.title || f.description) like $4`,
      [company.id, `%${words.ofB}%`, other.id, `%${words.ofA}%`],
    );
    expect(strayed).toEqual([]);
  });

  test("a read over a TCP connection gets the same response as the same read inside the process", async () => {
    const address = await portal.app.listen({ host: "127.0.0.1", port: 0 });
    const reads = routes.filter(
      ({ endpoint: { method, path, stream } }) =>
        method === "GET" && !path.includes(":") && !stream,
    );
    for (const { endpoint } of reads) {
      for (const host of ["localhost", fixtures.company.host]) {
        for (const cookie of [undefined, fixtures.user.cookie, fixtures.admin.cookie]) {
          const inProcess = await portal
            .visitor(host, cookie === undefined ? null : { cookie })
            .get(endpoint.path);
          const overTheWire = await getOver(address, endpoint.path, {
            host,
            ...(cookie !== undefined && { cookie }),
          });
          expect([endpoint.path, overTheWire.status]).toEqual([endpoint.path, inProcess.status]);
          // The responses of these two routes contain the session's last use. The portal can store
          // a new last use during the second request, so the responses can differ.
          if (!/^\/api\/user\/(?:sessions|data)$/.test(endpoint.path))
            expect(overTheWire.text).toBe(inProcess.text);
        }
      }
    }
  });
});

describe("access with public feedback", () => {
  beforeAll(() => portal.site({ allowPublicFeedback: true }));

  test("with public feedback, anonymous visitors can submit items to public boards, but can change nothing else", async () => {
    const { publicBoard, privateBoard, otherBoard, viewers } = fixtures;
    const { A, N } = viewers;
    const submission = (board: { id: number }) => ({
      title: "Title",
      description: "Description",
      boardId: board.id,
    });
    expect((await A.post("/api/feedback", submission(publicBoard))).status).toBe(201);
    expect((await A.post("/api/feedback", submission(privateBoard))).status).toBe(404);
    expect((await A.post("/api/feedback", submission(otherBoard))).status).toBe(404);
    expect((await N.post("/api/feedback", submission(publicBoard))).status).toBe(401);
    const path = `/api/feedback/${String((await portal.item(publicBoard)).id)}`;
    expect((await A.post(`${path}/vote`)).status).toBe(401);
    expect((await A.post(`${path}/comments`, { content: "Well" })).status).toBe(401);
    expect((await A.patch(path, { title: "Changed" })).status).toBe(401);
    expect((await A.delete(path)).status).toBe(401);
  });
});
