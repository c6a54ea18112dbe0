import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { sampleCall } from "./support/sampleCalls.ts";
import { sendSample } from "./support/sendSample.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

const CHANGES = routes
  .filter(({ endpoint }) => endpoint.method !== "GET")
  .map(({ endpoint }) => endpoint);
const REFUSAL = '{"message":"Somebody else is signed in by now"}';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
});

describe("the X-Signed-In-As header", () => {
  test.each(CHANGES)(
    "$method $path writes nothing if X-Signed-In-As names another user, and succeeds if the header names the session's user",
    async (endpoint) => {
      const fixtures = await createAttackFixtures(portal);
      const call = await sampleCall(fixtures, endpoint);
      const send = (cookie: string | undefined, meant: string) => {
        const headers = { ...call.headers, "x-signed-in-as": meant };
        return sendSample(portal, endpoint, { ...call, cookie, headers });
      };
      const people = [fixtures.customer, fixtures.admin, fixtures.superAdmin];
      const own = people.find((user) => user.cookie === call.cookie);
      const session = own?.cookie ?? fixtures.customer.cookie;
      const other = String(people.find((user) => user.cookie !== session)?.id);
      const before = await fingerprint(portal);
      for (const meant of [other, "0", "", "null", `${String(own?.id)}, ${other}`]) {
        const reply = await send(session, meant);
        expect([meant, reply.statusCode, reply.body]).toEqual([meant, 401, REFUSAL]);
        expect(reply.headers["set-cookie"]).toBeUndefined();
      }
      expect(await fingerprint(portal)).toEqual(before);

      // The portal accepts the header with the id of the session's user. Without a session, it
      // accepts any user's id.
      const reply = await send(call.cookie, own === undefined ? other : String(own.id));
      expect([reply.statusCode, reply.body]).toEqual([endpoint.status, reply.body]);
    },
  );

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
