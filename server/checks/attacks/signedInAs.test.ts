import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

const REFUSAL = '{"message":"Somebody else is signed in by now"}';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

// crossSite.test.ts sends a wrong X-Signed-In-As to every endpoint.
describe("the X-Signed-In-As header", () => {
  test("a request with a wrong X-Signed-In-As is refused before its body is validated, even for a user with a temporary password", async () => {
    const company = await portal.company();
    const restrictedUser = await portal.user("user", company);
    await portal.sql(
      "update user_account set temporary_password_until = now() + interval '1 day' where id = $1",
      [restrictedUser.id],
    );
    const reply = await portal.app.inject({
      method: "POST",
      url: "/api/feedback",
      headers: {
        host: company.host,
        cookie: restrictedUser.cookie,
        "x-signed-in-as": String(restrictedUser.id + 1),
      },
      payload: { nothing: "valid" },
    });
    expect([reply.statusCode, reply.body]).toEqual([401, REFUSAL]);
  });

  test("X-Signed-In-As does not affect GET and HEAD requests", async () => {
    const { company, customer } = await createAttackFixtures(portal);
    for (const method of ["GET", "HEAD"] as const) {
      const reply = await portal.app.inject({
        method,
        url: "/api/user",
        headers: { host: company.host, cookie: customer.cookie, "x-signed-in-as": "0" },
      });
      expect(reply.statusCode).toBe(200);
    }
  });
});
