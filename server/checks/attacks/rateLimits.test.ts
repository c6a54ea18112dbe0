import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { addressOf, sampleCall } from "./support/sampleCalls.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

const LIMITED = routes.filter(({ limits }) => limits.length > 0).map(({ endpoint }) => endpoint);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

describe("callers over a rate limit", () => {
  test("exactly the calls in the expected list have a rate limit", () => {
    expect(LIMITED.map(({ path }) => path)).toEqual([
      "/api/login",
      "/api/login/code",
      "/api/login/code/confirm",
      "/api/register",
      "/api/register/subdomain",
      "/api/invitations/:token/accept",
      "/api/user/password",
      "/api/password-reset",
      "/api/password-reset/confirm",
      "/api/confirm-email/send",
      "/api/confirm-email",
      "/api/user/data",
      "/api/user",
      "/api/user/merge/code",
      "/api/user/merge/proof",
      "/api/passkeys/creation",
      "/api/passkeys",
      "/api/passkeys/login/options",
      "/api/passkeys/login",
      "/api/user/mfa/setup",
      "/api/user/mfa/confirm",
      "/api/user/mfa/recovery-codes",
      "/api/user/mfa/turn-off",
      "/api/user",
      "/api/user/picture",
      "/api/pictures",
      "/api/company/portal-address",
      "/api/company/:companyId/domain/check",
      "/api/company/sign-on",
      "/api/company/sign-on/domains/:domain/check",
      "/api/feedback",
      "/api/feedback/challenge",
      "/api/feedback/bulk",
      "/api/feedback.csv",
      "/api/feedback/close",
      "/api/feedback/merge",
      "/api/feedback/:id/votes",
      "/api/feedback/:id/comments",
      "/api/feedback/:id/comments/:commentId",
      "/api/comments/:id/reactions/:emoji",
      "/api/comments/:id/reactions/:emoji",
      "/api/changelog/subscription",
      "/api/changelog/subscription",
      "/api/changelog/subscribers",
      "/api/changelog/subscribers.csv",
      "/api/feedback/:id/reports",
      "/api/feedback/:id/comments/:commentId/reports",
      "/api/user/mail-suppression",
      "/api/feedback/:id/follow",
      "/api/mail/bounces",
      "/api/api-keys",
      "/api/admin/audit-log.csv",
      "/api/company/:companyId/audit-log.csv",
      "/api/imports",
      "/api/imports/canny",
      "/api/invitations",
      "/api/exports",
      "/api/exports/:id/file",
      "/api/webhooks",
      "/api/webhooks/:id",
      "/api/webhooks/:id/test",
      "/api/application-sign-in/sample",
      "/api/application-sign-in/check",
    ]);
  });

  test.each(LIMITED)(
    "above its rate limit, $method $path responds without revealing anything about rights, validation or objects",
    async (endpoint) => {
      const fixtures = await createAttackFixtures(portal);
      const { host, cookie, params, body } = await sampleCall(fixtures, endpoint);
      const send = (
        payload: object | string | undefined,
        type = "application/json",
        path = addressOf(endpoint.path, params),
      ) =>
        portal.app.inject({
          method: endpoint.method,
          url: path,
          headers: {
            host,
            ...(cookie !== undefined && { cookie }),
            ...(payload !== undefined && { "content-type": type }),
          },
          ...(payload !== undefined && { payload }),
        });
      // This request creates every rate limit counter of the call. The update below sets the
      // counters above their limits.
      await send("{");
      expect(await portal.sql("select 1 from throttle")).not.toEqual([]);
      await portal.sql("update throttle set hits = 100000");
      const replies = [
        await send(body),
        await send("{"),
        await send("{}"),
        await send("a=b", "application/x-www-form-urlencoded"),
        await send("x".repeat(1024 * 1024)),
        await send(body, "application/json", addressOf(endpoint.path, { companyId: 0, id: 0 })),
      ];
      for (const reply of replies) {
        expect([reply.statusCode, reply.json()]).toEqual([
          429,
          { message: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes?\.$/) },
        ]);
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      }
    },
  );

  test("a cross-origin request above the rate limit gets 403 instead of 429", async () => {
    const { company, viewers } = await createAttackFixtures(portal);
    await viewers.A.post("/api/login", "{");
    await portal.sql("update throttle set hits = 100000");
    const origin = "https://evil.example";
    const headers = { host: company.host, origin };
    expect(
      (await portal.app.inject({ method: "POST", url: "/api/login", headers })).statusCode,
    ).toBe(403);
  });

  test("while registration is closed, a registration gets 403 below the rate limit and 429 above this limit", async () => {
    const { viewers } = await createAttackFixtures(portal);
    expect((await viewers.N.post("/api/register", {})).status).toBe(403);
    await portal.sql("update throttle set hits = 100000");
    expect((await viewers.N.post("/api/register", {})).status).toBe(429);
  });

  test("a comment that is sent without a session does not count toward any rate limit", async () => {
    const { viewers, item } = await createAttackFixtures(portal);
    expect(
      (await viewers.A.post(`/api/feedback/${String(item.id)}/comments`, { content: "x" })).status,
    ).toBe(401);
    expect(await portal.sql("select 1 from throttle")).toEqual([]);
  });
});
