import { beforeAll, describe, expect, test } from "vitest";
import { redirectPath } from "#server/checks/fixtures/handOff.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { expectOwnLinks } from "./support/expectOwnLinks.ts";
import { rawExchange } from "./support/rawExchange.ts";
import { realPages } from "./support/realPages.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

let portal: TestPortal;
let app: TestApp;
let fixtures: AttackFixtures;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
  fixtures = await createAttackFixtures(portal);
});

test.each([
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/change-password",
  "/two-factor",
  "/confirm-email",
])("%s leads to no other site, even if its URL names another site", async (path) => {
  const { host } = fixtures.company;
  const visitor = app.visitor(host);
  for (const target of [
    "//evil.example",
    String.raw`/\evil.example`,
    "/\t/evil.example",
    "https:evil.example",
  ]) {
    const url = `${path}?from=${encodeURIComponent(target)}`;
    const page = await visitor.get(url);
    const form = await visitor.post(url, "a=b", {
      "content-type": "application/x-www-form-urlencoded",
    });
    for (const reply of [page, form]) expectOwnLinks(reply, `http://${host}`, url);
    expect(form.status).toBe(303);
  }
});

describe("raw request targets", () => {
  let port: number;
  beforeAll(async () => {
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const address = app.app.server.address();
    port = typeof address === "object" && address ? address.port : 0;
  });

  test("a request whose path starts like the URL of another host gets 404", async () => {
    const { host } = fixtures.company;
    for (const path of [
      "//evil.example",
      String.raw`/\evil.example`,
      String.raw`/\/evil.example/..`,
      "/..//evil.example",
      "/.//evil.example/login",
      "/roadmap/../..//evil.example",
      "///evil.example",
      "/%2e%2e//evil.example",
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await rawExchange(
          port,
          `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
        );
        expect([method, path, response.statuses]).toEqual([method, path, [404]]);
        expect(response.text).not.toMatch(/^location:|evil\.example/im);
      }
    }
  });

  test("a request target that is not a path gets 400, even if it names the host of the request", async () => {
    const { host } = fixtures.company;
    for (const target of [
      `http://evil.example/login`,
      `http://${host}/login`,
      `https://evil.example/api/portal`,
      "evil.example:443",
      "*",
    ]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const { statuses, text } = await rawExchange(
          port,
          `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        );
        expect([method, target, statuses]).toEqual([method, target, [400]]);
        expect(text).not.toMatch(/^location:/im);
        expect(text).not.toContain("evil.example");
      }
    }
  });
});

describe("the feedback portal redirect", () => {
  test("/api/feedback-portal redirects to the configured URL or the company's own subdomain, whatever headers the request has", async () => {
    const { company, customer } = fixtures;
    const headers = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      referer: "https://evil.example/",
    };
    const own = await app.visitor("localhost", customer).get("/api/feedback-portal", headers);
    expect(own.headers["location"]).toBe(`http://${company.host}/api/handoff`);
    const asked = await app.visitor(company.host).get("/api/handoff", headers);
    const way = String(asked.headers["location"]);
    expect(way).toMatch(/^http:\/\/localhost\/api\/feedback-portal\?challenge=[\w-]{43}$/);
    const made = await app.visitor("localhost", customer).get(redirectPath(asked), headers);
    expect(String(made.headers["location"])).toMatch(
      new RegExp(`^http://${company.host}/api/handoff\\?code=[\\w-]{43}$`),
    );
    const configured = await portal.anotherApp({
      FEEDBACK_PORTAL_URL: "https://feedback.example/start",
    });
    const reply = await configured
      .visitor("localhost", customer)
      .get("/api/feedback-portal?next=//evil.example", headers);
    expect(reply.headers["location"]).toBe("https://feedback.example/start");
  });
});
