import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const REFUSAL = '{"message":"This request came from another site"}';

async function scene() {
  const company = await portal.company();
  const other = await portal.company();
  const item = await portal.item(await portal.board(company));
  const customer = await portal.user("user", company);
  return { company, other, item, customer, path: `/api/feedback/${String(item.id)}/vote` };
}

async function votesOf(item: { id: number }): Promise<number> {
  return (await portal.sql("select 1 from user_vote where feedback_id = $1", [item.id])).length;
}

describe("a request from a page of another origin", () => {
  test("a request that would change data gets a 403 if it comes from another origin, even with a user's cookie", async () => {
    const { company, other, item, customer, path } = await scene();
    const voter = portal.visitor(company.host, customer);
    const { host } = company;
    const own = `http://${host}`;
    const sites = ["cross-site", "same-site", "Cross-Site", "same-origin, cross-site", "new", ""];
    const origins = [
      "null",
      "",
      "https://evil.example",
      // Other companies' hosts and the product's host are at most same-site, never same-origin.
      `http://${other.host}`,
      `http://feedback-${String(other.id)}.example`,
      "http://localhost",
      `http://x.${host}`,
      `${own}:8080`,
      `${own}.`,
      `${own}.evil.example`,
      `http://evil-${host}`,
      `${own}@evil.example`,
      `http://evil@${host}`,
      `http://evil.example/${own}`,
      `http://evil.example/${host}`,
      `${own}/path`,
      `${own}?x`,
      `${own}, https://evil.example`,
      `ftp://${host}`,
      `file://${host}`,
      host,
    ];
    for (const headers of [
      ...sites.flatMap((site) => [
        { "sec-fetch-site": site },
        { "sec-fetch-site": site, origin: own },
      ]),
      ...origins.map((origin) => ({ origin })),
    ] as Record<string, string>[]) {
      const reply = await voter.post(path, undefined, headers);
      expect([headers, reply.status, reply.text]).toEqual([headers, 403, REFUSAL]);
    }
    expect(await votesOf(item)).toBe(0);
  });

  test("a read from another origin is served, because the other origin's page cannot read the response", async () => {
    const { company } = await scene();
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const reply = await portal.visitor(company.host).get("/api/boards", headers);
    expect(reply.status).toBe(200);
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    expect(reply.headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test("a preflight request from another origin gets no permission", async () => {
    const { company, path } = await scene();
    const reply = await portal.app.inject({
      method: "OPTIONS",
      url: path,
      headers: {
        host: company.host,
        origin: "https://evil.example",
        "access-control-request-method": "POST",
      },
    });
    expect(reply.statusCode).toBe(404);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });
});

describe("a request from the portal's own page", () => {
  test.each([
    ["a current browser", { "sec-fetch-site": "same-origin" }],
    ["a person who has typed the address", { "sec-fetch-site": "none" }],
    ["a browser that sends both headers", { "sec-fetch-site": "same-origin", origin: "HOST" }],
    ["an older browser", { origin: "HOST" }],
    ["a client that is not a browser", {}],
  ])("a request from %s is served", async (_, given: Record<string, string>) => {
    const { company, item, customer, path } = await scene();
    const headers = { ...given, ...(given["origin"] && { origin: `http://${company.host}` }) };
    expect(
      (await portal.visitor(company.host, customer).post(path, undefined, headers)).status,
    ).toBe(200);
    expect(await votesOf(item)).toBe(1);
  });

  test("a request's origin is compared with the request's host, including the port and ignoring case", async () => {
    const { company, customer, path } = await scene();
    const visitor = portal.visitor(`${company.host.toUpperCase()}:3000`, customer);
    const origin = `http://${company.host}:3000`;
    expect((await visitor.post(path, undefined, { origin })).status).toBe(200);
    expect((await visitor.post(path, undefined, { origin: `http://${company.host}` })).status).toBe(
      403,
    );
  });

  test("a request's origin is compared with the host that the trusted proxy reports", async () => {
    const { company, customer, path } = await scene();
    const visitor = (await portal.anotherApp({ TRUST_PROXY: "1" })).visitor(
      "internal:3000",
      customer,
    );
    const proxied = { "x-forwarded-host": company.host };
    const ask = (origin: string) => visitor.post(path, undefined, { ...proxied, origin });
    expect((await ask(`http://${company.host}`)).status).toBe(200);
    expect((await ask("http://internal:3000")).status).toBe(403);
  });
});
