import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

const LIST = "/api/admin/companies";
const NOT_FOUND = '{"message":"Company not found"}';

let portal: TestPortal;
let superAdmin: TestUser;
let console: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  superAdmin = await portal.user("super_admin");
  console = portal.visitor("localhost", superAdmin);
});

const portalName = async (host: string) => {
  const { status, body } = await portal.visitor(host).get("/api/portal");
  return status === 200 ? body.company.name : status;
};

describe("a company that the provider adds", () => {
  test("starts on trial of the free plan, without a portal until it has a subdomain", async () => {
    const reply = await console.post(LIST, { name: "  Plain Ltd ", description: "", website: "" });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        name: "Plain Ltd",
        description: null,
        website: null,
        subdomain: null,
        stripeCustomerId: null,
        subscriptionStatus: "trialing",
        subscriptionPlan: "free",
        boardsCount: 0,
        feedbackCount: 0,
        usersCount: 0,
        isBeingDeleted: false,
      },
    });
    expect((await console.post(LIST, { name: "Only a name" })).status).toBe(201);
    expect(
      (await console.post(LIST, { name: "No subdomain", subdomain: " " })).body.subdomain,
    ).toBeNull();
  });

  test("has its portal at once when a subdomain is given", async () => {
    const words = {
      name: "With Portal",
      description: "What it does",
      website: "https://with.example",
    };
    const reply = await console.post(LIST, { ...words, subdomain: "With-Portal" });
    expect(reply).toMatchObject({ status: 201, body: { ...words, subdomain: "with-portal" } });
    expect(await portalName("with-portal.localhost")).toBe("With Portal");
  });

  test.each([
    ["no name", {}, "name", "Company name must be at least 2 characters"],
    ["a short name", { name: "x" }, "name", "Company name must be at least 2 characters"],
    ["no URL", { name: "Name", website: "www.example.com" }, "website", "Please enter a valid URL"],
    [
      "a script",
      { name: "Name", website: "javascript:alert(1)" },
      "website",
      "Please enter a valid URL",
    ],
    ["a short subdomain", { name: "Name", subdomain: "ab" }, "subdomain", expect.any(String)],
    ["a wrong subdomain", { name: "Name", subdomain: "-abc" }, "subdomain", expect.any(String)],
  ] as const)("is refused with %s", async (_what, body, field, message) => {
    const before = await portal.sql("select id from company order by id");
    const reply = await console.post(LIST, body);
    expect([reply.status, reply.body.message, Object.keys(reply.body.errors)]).toEqual([
      400,
      message,
      [field],
    ]);
    expect(await portal.sql("select id from company order by id")).toEqual(before);
  });

  test("takes no subdomain that is reserved, taken or once was somebody's", async () => {
    const taken = await portal.company();
    await portal.sql("insert into retired_subdomain (subdomain) values ('was-somebodys')");
    for (const subdomain of ["admin", "WWW", taken.subdomain, "was-somebodys"]) {
      const reply = await console.post(LIST, { name: "Late", subdomain });
      expect([subdomain, reply.status, reply.body]).toEqual([
        subdomain,
        409,
        { message: "Subdomain is already taken" },
      ]);
    }
    const race = await Promise.all(
      Array.from({ length: 8 }, () => console.post(LIST, { name: "Race", subdomain: "race" })),
    );
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
    expect(await portal.sql("select 1 from company where name in ('Late', 'Race')")).toHaveLength(
      1,
    );
  });
});

describe("a company that the provider changes", () => {
  test("changes in what is sent and in nothing else", async () => {
    const company = await portal.company("Before Ltd");
    const path = `${LIST}/${String(company.id)}`;
    const first = await console.patch(path, {
      description: "What it does",
      website: "https://before.example",
      stripeCustomerId: " cus_42 ",
      subscriptionStatus: "past_due",
      subscriptionPlan: "enterprise",
    });
    expect(first).toMatchObject({
      status: 200,
      body: {
        name: "Before Ltd",
        description: "What it does",
        website: "https://before.example",
        stripeCustomerId: "cus_42",
        subscriptionStatus: "past_due",
        subscriptionPlan: "enterprise",
      },
    });
    const patch = async (changes: object) => (await console.patch(path, changes)).body;
    expect(await patch({ name: "After Ltd" })).toEqual({ ...first.body, name: "After Ltd" });
    expect(await patch({ subscriptionPlan: "starter" })).toMatchObject({
      website: "https://before.example",
      subscriptionPlan: "starter",
    });
    expect(await patch({ description: null, stripeCustomerId: "", website: "" })).toEqual({
      ...first.body,
      name: "After Ltd",
      subscriptionPlan: "starter",
      description: null,
      stripeCustomerId: null,
      website: null,
    });
    expect(await portalName(company.host)).toBe("After Ltd");
  });

  test.each([
    [
      "a plan of its own",
      { subscriptionPlan: "gold" },
      "subscriptionPlan",
      "Unknown subscription plan",
    ],
    [
      "an unknown status",
      { subscriptionStatus: "paid" },
      "subscriptionStatus",
      "Unknown subscription status",
    ],
    ["a short name", { name: " x " }, "name", "Company name must be at least 2 characters"],
    ["a script", { website: "javascript:alert(1)" }, "website", "Please enter a valid URL"],
    [
      "a long Stripe ID",
      { stripeCustomerId: "c".repeat(121) },
      "stripeCustomerId",
      "Stripe ID must be at most 120 characters",
    ],
  ] as const)("is refused with %s", async (_what, changes, field, message) => {
    const { id } = await portal.company();
    const reply = await console.patch(`${LIST}/${String(id)}`, { name: "Half", ...changes });
    expect([reply.status, reply.body]).toEqual([400, { message, errors: { [field]: [message] } }]);
    expect(await portal.sql("select 1 from company where id = $1 and name = 'Half'", [id])).toEqual(
      [],
    );
  });

  test("gets a subdomain where it has none, and keeps it for ever", async () => {
    const { body } = await console.post(LIST, { name: "Without" });
    const path = `${LIST}/${String(body.id)}`;
    const taken = await portal.company();
    expect((await console.patch(path, { subdomain: taken.subdomain })).status).toBe(409);
    expect((await console.patch(path, { subdomain: "support" })).status).toBe(409);
    expect((await console.patch(path, { subdomain: "Once-Set" })).body.subdomain).toBe("once-set");
    expect(await portalName("once-set.localhost")).toBe("Without");
    expect((await console.patch(path, { subdomain: "once-set", name: "With" })).status).toBe(200);
    expect(await console.patch(path, { subdomain: "another", name: "Changed" })).toMatchObject({
      status: 409,
      body: { message: "The subdomain cannot be changed once it is set" },
    });
    expect(await portalName("once-set.localhost")).toBe("With");
  });

  test("gets one of two subdomains that are set at once, and the other one hears of it", async () => {
    const { body } = await console.post(LIST, { name: "Twice" });
    const wanted = ["twice-one", "twice-two"];
    const held = {
      text: "select 1 from company where id = $1 for update",
      values: [body.id],
      waiting: 2,
    };
    const replies = await commitWhenBlocked(portal, held, () =>
      Promise.all(
        wanted.map((subdomain) => console.patch(`${LIST}/${String(body.id)}`, { subdomain })),
      ),
    );
    const got = replies.map((reply) =>
      reply.status === 200 ? reply.body.subdomain : reply.status,
    );
    const fair = [
      ["twice-one", 409],
      [409, "twice-two"],
    ];
    expect(fair).toContainEqual(got);
  });

  test("is one that there is", async () => {
    for (const id of ["999999999", "x", "0", "1.5"]) {
      expect((await console.patch(`${LIST}/${id}`, { name: "Name" })).text).toBe(NOT_FOUND);
      expect((await console.delete(`${LIST}/${id}`)).text).toBe(NOT_FOUND);
    }
  });

  test("shows in its own audit log who added and changed it", async () => {
    const { body } = await console.post(LIST, { name: "Audited", subdomain: "audited" });
    await console.patch(`${LIST}/${String(body.id)}`, { subscriptionPlan: "starter" });
    await console.patch(`${LIST}/${String(body.id)}`, { subdomain: "other-one" });
    expect(await auditOf(portal, body)).toEqual([
      { actor: superAdmin.username, action: "company.create", subject: "Audited", details: {} },
      {
        actor: superAdmin.username,
        action: "company.update",
        subject: "Audited",
        details: { subscriptionPlan: "starter" },
      },
    ]);
  });
});
