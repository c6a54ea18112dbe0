import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

const LIST = "/api/admin/companies";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
});

const portalName = async (host: string) => {
  const { status, body } = await portal.visitor(host).get("/api/portal");
  return status === 200 ? body.company.name : status;
};

describe("adding a company in the admin console", () => {
  test("a new company is on the free plan with the status trialing, and has a subdomain only if the request contains one", async () => {
    const reply = await provider.post(LIST, { name: "  Plain Ltd ", description: "", website: "" });
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
    expect((await provider.post(LIST, { name: "Only a name" })).status).toBe(201);
    expect(
      (await provider.post(LIST, { name: "No subdomain", subdomain: " " })).body.subdomain,
    ).toBeNull();
  });

  test("a company created with a subdomain has a portal immediately", async () => {
    const words = {
      name: "With Portal",
      description: "What it does",
      website: "https://with.example",
    };
    const reply = await provider.post(LIST, { ...words, subdomain: "With-Portal" });
    expect(reply).toMatchObject({ status: 201, body: { ...words, subdomain: "with-portal" } });
    expect(await portalName("with-portal.localhost")).toBe("With Portal");
  });

  test.each([
    ["without a name", {}, "name", "Company name must be at least 2 characters"],
    [
      "with a name of one character",
      { name: "x" },
      "name",
      "Company name must be at least 2 characters",
    ],
    [
      "with a website that is not a URL",
      { name: "Name", website: "www.example.com" },
      "website",
      "Please enter a valid URL",
    ],
    [
      "with a website that starts with javascript:",
      { name: "Name", website: "javascript:alert(1)" },
      "website",
      "Please enter a valid URL",
    ],
    [
      "with a subdomain of two characters",
      { name: "Name", subdomain: "ab" },
      "subdomain",
      expect.any(String),
    ],
    [
      "with a subdomain that starts with a hyphen",
      { name: "Name", subdomain: "-abc" },
      "subdomain",
      expect.any(String),
    ],
  ] as const)("creating a company %s is refused", async (_what, body, field, message) => {
    const before = await portal.sql("select id from company order by id");
    const reply = await provider.post(LIST, body);
    expect([reply.status, reply.body.message, Object.keys(reply.body.errors)]).toEqual([
      400,
      message,
      [field],
    ]);
    expect(await portal.sql("select id from company order by id")).toEqual(before);
  });

  test("a company cannot get a subdomain that is reserved, is taken or belonged to a deleted company", async () => {
    const taken = await portal.company();
    await portal.sql("insert into retired_subdomain (subdomain) values ('was-somebodys')");
    for (const subdomain of ["admin", "WWW", taken.subdomain, "was-somebodys"]) {
      const reply = await provider.post(LIST, { name: "Late", subdomain });
      expect([subdomain, reply.status, reply.body]).toEqual([
        subdomain,
        409,
        { message: "Subdomain is already taken" },
      ]);
    }
    const race = await Promise.all(
      Array.from({ length: 8 }, () => provider.post(LIST, { name: "Race", subdomain: "race" })),
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

describe("changing a company in the admin console", () => {
  test("an update of a company changes only the sent fields", async () => {
    const company = await portal.company("Before Ltd");
    const path = `${LIST}/${String(company.id)}`;
    const first = await provider.patch(path, {
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
    const patch = async (changes: object) => (await provider.patch(path, changes)).body;
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
      "an unknown plan",
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
    [
      "a name of one character",
      { name: " x " },
      "name",
      "Company name must be at least 2 characters",
    ],
    [
      "a website that starts with javascript:",
      { website: "javascript:alert(1)" },
      "website",
      "Please enter a valid URL",
    ],
    [
      "a Stripe ID of 121 characters",
      { stripeCustomerId: "c".repeat(121) },
      "stripeCustomerId",
      "Stripe ID must be at most 120 characters",
    ],
  ] as const)("a company cannot be given %s", async (_what, changes, field, message) => {
    const { id } = await portal.company();
    const reply = await provider.patch(`${LIST}/${String(id)}`, { name: "Half", ...changes });
    expect([reply.status, reply.body]).toEqual([400, { message, errors: { [field]: [message] } }]);
    expect(await portal.sql("select 1 from company where id = $1 and name = 'Half'", [id])).toEqual(
      [],
    );
  });

  test("a company without a subdomain can get a subdomain, which cannot be changed afterwards", async () => {
    const { body } = await provider.post(LIST, { name: "Without" });
    const path = `${LIST}/${String(body.id)}`;
    const taken = await portal.company();
    expect((await provider.patch(path, { subdomain: taken.subdomain })).status).toBe(409);
    expect((await provider.patch(path, { subdomain: "support" })).status).toBe(409);
    expect((await provider.patch(path, { subdomain: "Once-Set" })).body.subdomain).toBe("once-set");
    expect(await portalName("once-set.localhost")).toBe("Without");
    expect((await provider.patch(path, { subdomain: "once-set", name: "With" })).status).toBe(200);
    expect(await provider.patch(path, { subdomain: "another", name: "Changed" })).toMatchObject({
      status: 409,
      body: { message: "The subdomain cannot be changed once it is set" },
    });
    expect(await portalName("once-set.localhost")).toBe("With");
  });

  test("an update of a company accepts the values that GET has returned, with and without a subdomain", async () => {
    for (const sent of [{ name: "Unreachable" }, { name: "Reachable", subdomain: "reachable" }]) {
      const { id } = (await provider.post(LIST, sent)).body;
      const listed = (await provider.get(`${LIST}?search=${sent.name}`)).body[0];
      expect(listed.id).toBe(id);
      expect(await provider.patch(`${LIST}/${String(id)}`, listed)).toMatchObject({
        status: 200,
        body: listed,
      });
    }
  });

  test("a company's subdomain cannot be removed", async () => {
    const company = await portal.company();
    const path = `${LIST}/${String(company.id)}`;
    expect(await provider.patch(path, { subdomain: null })).toMatchObject({
      status: 409,
      body: { message: "The subdomain cannot be changed once it is set" },
    });
  });

  test("if two concurrent requests set different subdomains of a company, one succeeds and one gets 409", async () => {
    const { body } = await provider.post(LIST, { name: "Twice" });
    const wanted = ["twice-one", "twice-two"];
    const lock = {
      text: "select 1 from company where id = $1 for update",
      values: [body.id],
      waiting: 2,
    };
    const replies = await commitWhenBlocked(portal, lock, () =>
      Promise.all(
        wanted.map((subdomain) => provider.patch(`${LIST}/${String(body.id)}`, { subdomain })),
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

  test("the company's audit log records who created and changed the company", async () => {
    const { body } = await provider.post(LIST, { name: "Audited", subdomain: "audited" });
    await provider.patch(`${LIST}/${String(body.id)}`, { subscriptionPlan: "starter" });
    await provider.patch(`${LIST}/${String(body.id)}`, { subdomain: "other-one" });
    expect(await auditOf(portal, body)).toEqual([
      { actor: superAdmin.username, action: "company.create", subject: "Audited", details: {} },
      {
        actor: superAdmin.username,
        action: "company.update",
        subject: "Audited",
        details: { subscriptionPlan: { from: "free", to: "starter" } },
      },
    ]);
  });
});
