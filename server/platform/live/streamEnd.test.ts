import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import type { TestStream } from "#server/checks/fixtures/openStream.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

// `rightsWatch.test.ts` tests how soon a stream ends.

let portal: TestPortal;
/** The process that changes sessions and rights. The streams are open in the other process. */
let here: TestApp;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal();
  here = await portal.anotherApp();
  port = await listen(portal);
});

const open = (call: Omit<Parameters<typeof openStream>[0], "port">) =>
  openStream({ port, ...call });

const scene = async () => {
  const company = await portal.company();
  const [customer, admin, root] = await Promise.all([
    portal.user("user", company),
    portal.user("company_admin", company),
    portal.user("super_admin"),
  ]);
  return { company, customer, admin, root, asRoot: here.visitor("localhost", root) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

type End = [
  what: string,
  who: "customer" | "admin" | "visitor",
  act: (set: Scene) => Promise<unknown>,
];

/** Changes that are not published, so that only the periodic check finds them. */
const silentChanges: End[] = [
  [
    "logs out",
    "customer",
    ({ company, customer }) => here.visitor(company.host, customer).post("/api/logout"),
  ],
  [
    "has ended all other sessions from another browser",
    "customer",
    async ({ company, customer: { username } }) => {
      const { headers } = await here
        .visitor(company.host)
        .post("/api/login", { username, password: TEST_PASSWORD });
      const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
      await here.visitor(company.host, { cookie }).delete("/api/user/sessions");
    },
  ],
  [
    "is deactivated",
    "customer",
    ({ customer }) =>
      portal.sql("update user_account set is_active = false where id = $1", [customer.id]),
  ],
  [
    "has been idle for too long",
    "customer",
    ({ customer }) =>
      portal.sql(
        "update session set last_seen_at = now() - interval '15 days' where user_id = $1",
        [customer.id],
      ),
  ],
  [
    "is no longer an admin",
    "admin",
    ({ admin }) => portal.sql("update user_account set role = 'user' where id = $1", [admin.id]),
  ],
  [
    "moves to another company",
    "admin",
    async ({ admin }) => {
      const { id } = await portal.company();
      await portal.sql("update user_account set home_company_id = $1 where id = $2", [
        id,
        admin.id,
      ]);
    },
  ],
  [
    "must change a temporary password",
    "customer",
    ({ customer }) =>
      portal.sql(
        "update user_account set temporary_password_until = now() + interval '1 h' where id = $1",
        [customer.id],
      ),
  ],
];

/** Changes that are published, so that all streams are checked soon afterwards. */
const publishedChanges: End[] = [
  [
    "is signed out by a super admin",
    "customer",
    ({ asRoot, customer }) => asRoot.delete(`/api/admin/users/${String(customer.id)}/sessions`),
  ],
  [
    "is on the host of a company that is deleted",
    "visitor",
    ({ asRoot, company }) => asRoot.delete(`/api/admin/companies/${String(company.id)}`),
  ],
];

describe("the end of a stream", () => {
  const expectEnd = async (_: string, who: End[1], act: End[2]) => {
    const set = await scene();
    const { host } = set.company;
    const [affected, unaffected] = await Promise.all([
      open({ host, cookie: who === "visitor" ? undefined : set[who].cookie }),
      open({ host: (await portal.company()).host, cookie: set.root.cookie }),
    ]);
    expect([affected.status, unaffected.status]).toEqual([200, 200]);
    await act(set);
    await affected.ended;
    expect(unaffected.isOpen()).toBe(true);
  };
  test.concurrent.each(silentChanges)("a stream ends when its viewer %s", expectEnd);

  test.concurrent("a stream ends when the custom domain on which it was opened no longer belongs to the company", async () => {
    const { company } = await scene();
    const domain = await portal.domain(company);
    const [byDomain, bySubdomain] = await Promise.all([
      open({ host: domain }),
      open({ host: company.host }),
    ]);
    await portal.sql("update company set custom_domain_verified_at = null where id = $1", [
      company.id,
    ]);
    await byDomain.ended;
    expect(bySubdomain.isOpen()).toBe(true);
  });
  test.concurrent("on a custom domain, a visitor's stream stays open, and a signed-in viewer's stream stays open until the viewer's session ends", async () => {
    const { company, customer, admin } = await scene();
    const domain = await portal.domain(company);
    const stranger = await portal.user("company_admin", await portal.company());
    const anonymous = await open({ host: domain });
    const streams: TestStream[] = [];
    const sessions: { cookie: string }[] = [];
    for (const { username } of [admin, stranger, customer]) {
      const guest = here.visitor(domain);
      const session = cookieOf(
        await guest.post("/api/login", { username, password: TEST_PASSWORD }),
      );
      sessions.push(session);
      streams.push(await open({ host: domain, ...session }));
    }
    await here.visitor(domain, sessions[2]).post("/api/logout");
    await streams[2]?.ended;
    expect(streams.map((stream) => stream.isOpen())).toEqual([true, true, false]);
    expect(anonymous.isOpen()).toBe(true);
  });
  test.each(publishedChanges)("a stream ends when its viewer %s", expectEnd);
});

test("a stream ends when its viewer's rights cannot be checked", async () => {
  const { company } = await scene();
  const stream = await open({ host: company.host });
  const holder = new pg.Client({ connectionString: portal.connectionString });
  await holder.connect();
  await holder.query("begin; lock table session in access exclusive mode");
  try {
    await stream.ended;
  } finally {
    await holder.end();
  }
});

test("a portal with open streams ends the streams and stops", async () => {
  const { company } = await scene();
  const stopping = await portal.anotherApp();
  const stream = await openStream({ port: await listen(stopping), host: company.host });
  await Promise.all([stopping.app.close(), stream.ended]);
});

test("an idle stream sends a heartbeat every 20 seconds", async () => {
  const { company } = await scene();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const stream = await openStream({
      port: await listen(await portal.anotherApp()),
      host: company.host,
    });
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => stream.text().match(/event: beat\ndata: 1\n\n/g)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
