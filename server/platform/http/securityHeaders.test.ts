import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { PageRenderer } from "#server/platform/pages/pages.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const STYLE = "h1 { color: red }";

/** Renders a page with a style element, and fails to render `/broken`. */
const PAGES: PageRenderer = {
  isDevelopment: false,
  mountAssets: async () => undefined,
  render: async ({ url }) => {
    if (url.endsWith("/broken")) throw new Error("secret detail of the renderer");
    return {
      status: 200,
      html: new TextEncoder().encode(`<style>${STYLE}</style>`),
      styles: [STYLE],
    };
  },
};

let portal: TestPortal;
let withPages: TestApp;
let host: string;
beforeAll(async () => {
  portal = await startTestPortal();
  withPages = await portal.anotherApp({}, PAGES);
  ({ host } = await portal.company());
});

const EVERYWHERE = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function directives(header: unknown): Map<string, string> {
  return new Map(
    String(header)
      .split("; ")
      .map((directive) => {
        const [name = "", ...values] = directive.split(" ");
        return [name, values.join(" ")];
      }),
  );
}

describe("security headers", () => {
  test.each([
    "/api/portal",
    "/api/user",
    "/api/nothing",
    "/api/feedback?limit=0",
    "/api/health",
    "/nothing",
  ])("the response of %s has a policy that allows no content and no framing", async (path) => {
    const { headers } = await portal.visitor(host).get(path);
    expect(headers).toMatchObject(EVERYWHERE);
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test("responses of an unknown host have the security headers", async () => {
    expect((await portal.visitor("unknown.localhost").get("/api/portal")).headers).toMatchObject(
      EVERYWHERE,
    );
    expect((await withPages.visitor("unknown.localhost").get("/")).headers).toMatchObject(
      EVERYWHERE,
    );
  });

  test("only https responses have Strict-Transport-Security", async () => {
    const app = await portal.anotherApp({ TRUST_PROXY: "1" });
    const ask = async (scheme: string) =>
      (await app.visitor(host).get("/api/portal", { "x-forwarded-proto": scheme })).headers[
        "strict-transport-security"
      ];
    expect(await ask("https")).toMatch(/^max-age=\d{8}/);
    expect(await ask("http")).toBeUndefined();
  });
});

describe("a page's headers", () => {
  test("a page is allowed to use only scripts and styles of its own origin, and its own inline styles", async () => {
    const { headers } = await withPages.visitor(host).get("/");
    expect(headers).toMatchObject(EVERYWHERE);
    const policy = directives(headers["content-security-policy"]);
    const hash = createHash("sha256").update(STYLE).digest("base64");
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("script-src")).toBe("'self'");
    expect(policy.get("style-src")).toBe(`'self' 'sha256-${hash}'`);
    expect(policy.get("connect-src")).toBe("'self'");
    expect(policy.get("require-trusted-types-for")).toBe("'script'");
    expect(policy.get("trusted-types")).toBe("'none'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
  });

  test("a page is not stored by shared caches", async () => {
    const first = await withPages.visitor(host).get("/");
    expect(first.headers["cache-control"]).toMatch(/private|no-store/);
  });

  test("a signed-in user's page is not stored by any cache, not even the browser's", async () => {
    const user = await portal.user("user");
    expect((await withPages.visitor(host, user).get("/")).headers["cache-control"]).toBe(
      "private, no-store",
    );
  });

  test("a failed page shows a request id and no details", async () => {
    const reply = await withPages.visitor(host).get("/broken");
    expect(reply.status).toBe(500);
    expect(reply.text).toContain("<h1>Something went wrong</h1>");
    expect(reply.text).toMatch(/<code>[0-9a-f-]{36}<\/code>/);
    expect(reply.text).not.toContain("secret detail");
    expect(reply.headers).toMatchObject(EVERYWHERE);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });
});
