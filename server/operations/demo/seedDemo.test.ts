import { beforeAll, describe, expect, test } from "vitest";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { DEMO_PASSWORD, seedDemo } from "./seedDemo.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.database.system.transaction((db) => seedDemo(db, { isMailed: true }));
});

const COMPANIES = ["acme", "globex"] as const;
const STATUSES = ["new", "evaluating", "planned", "under_development", "complete"];

async function logIn(host: string, username: string): Promise<Visitor> {
  const reply = await portal
    .visitor(host)
    .post("/api/login", { username, password: DEMO_PASSWORD });
  expect([username, reply.status]).toEqual([username, 200]);
  return portal.visitor(host, cookieOf(reply));
}

/** Runs a query and returns descriptions of the inconsistencies that it finds. */
async function wrong(text: string): Promise<string[]> {
  return (await portal.sql<{ what: string }>(text)).map(({ what }) => what);
}

describe.each(COMPANIES)("demo company %s", (company) => {
  const host = `${company}.localhost`;

  test("the demo company has three public boards and one private board, each with items", async () => {
    const admin = await logIn(host, `admin@${company}.example`);
    const { body } = await admin.get("/api/boards");
    expect(body.filter(({ isPrivate }: { isPrivate: boolean }) => !isPrivate)).toHaveLength(3);
    expect(body.filter(({ isPrivate }: { isPrivate: boolean }) => isPrivate)).toHaveLength(1);
    for (const board of body) {
      expect([board.name, board.feedbackCount > 3, board.description.length > 10]).toEqual([
        board.name,
        true,
        true,
      ]);
    }
  });

  test("visitors of the demo company see items of every status and category, with votes and comments", async () => {
    const guest = portal.visitor(host);
    const total = async (query: string) =>
      Number((await guest.get(`/api/feedback?limit=1&${query}`)).headers["x-total-count"]);
    for (const status of STATUSES)
      expect([status, (await total(`status=${status}`)) > 1]).toEqual([status, true]);
    for (const category of ["feature", "bug", "improvement", "documentation"]) {
      expect([category, (await total(`category=${category}`)) > 0]).toEqual([category, true]);
    }
    expect(await total("")).toBeGreaterThan(20);
    const [top] = (await guest.get("/api/feedback?limit=1")).body;
    expect(top.votes).toBeGreaterThan(10);
    const { body: items } = await guest.get("/api/feedback?limit=100");
    const discussed = items.find(
      ({ commentsCount }: { commentsCount: number }) => commentsCount > 0,
    );
    const { body: comments } = await guest.get(`/api/feedback/${String(discussed.id)}/comments`);
    expect(comments).toHaveLength(discussed.commentsCount);
    expect(comments[0].user.fullName).toMatch(/\w/);
  });

  test("visitors of the demo company see an entry with a cover, and the pictures of its texts", async () => {
    const guest = portal.visitor(host);
    const { body } = await guest.get("/api/changelog/timeline");
    const covers: string[] = body.flatMap(
      ({ entry }: { entry?: { coverUrl: string | null } }) => entry?.coverUrl ?? [],
    );
    expect(covers).toHaveLength(1);
    const pictures = await portal.sql<{ url: string }>(
      `select '/pictures/' || p.id || '/' || p.width || 'x' || p.height || '.webp' as url
       from picture p join company c on c.id = p.company_id where c.subdomain = $1`,
      [company],
    );
    expect(pictures.map(({ url }) => url)).toEqual(expect.arrayContaining(covers));
    for (const { url } of pictures)
      expect([url, (await guest.get(url)).status]).toEqual([url, 200]);
    const admin = await logIn(host, `admin@${company}.example`);
    const { body: list } = await admin.get("/api/changelog/subscribers");
    expect(list.length).toBeGreaterThan(10);
  });

  test("the demo accounts that the start message names can log in and have the right roles", async () => {
    const me = async (username: string) =>
      (await (await logIn(host, username)).get("/api/user")).body;
    expect(await me(`admin@${company}.example`)).toMatchObject({ role: "company_admin" });
    expect(await me(`customer@${company}.example`)).toMatchObject({ role: "user" });
    expect(await me("super@example.com")).toMatchObject({ role: "super_admin", companyId: null });
  });

  test("the portal of the demo company has its own colours and serves the company's logo", async () => {
    const { body } = await portal.visitor(host).get("/api/portal");
    const other = await portal
      .visitor(company === "acme" ? "globex.localhost" : "acme.localhost")
      .get("/api/portal");
    expect(body.company.brandingSettings.primaryColor).not.toBe(
      other.body.company.brandingSettings.primaryColor,
    );
    const logo = await portal.visitor(host).get(body.company.logoUrl);
    expect(logo.status).toBe(200);
    expect(logo.headers["content-type"]).toBe("image/png");
    expect(logo.text).toMatch(/^.PNG/);
  });

  test("the demo company has admins, customers and an open invitation", async () => {
    const admin = await logIn(host, `admin@${company}.example`);
    for (const role of ["company_admin", "user"])
      expect((await admin.get(`/api/members?role=${role}`)).body.length).toBeGreaterThan(3);
    expect((await admin.get("/api/invitations")).body).toMatchObject([
      { username: expect.stringMatching(`@${company}.example`), role: "company_admin" },
    ]);
  });

  test("the admin of the demo company has read and unread notifications, and two notifications of the company are still to be mailed", async () => {
    const admin = await logIn(host, `admin@${company}.example`);
    const { body } = await admin.get("/api/notifications");
    expect(new Set(body.map(({ isRead }: { isRead: boolean }) => isRead))).toEqual(
      new Set([true, false]),
    );
    const due = await portal.sql(
      `select from notification n join company c on c.id = n.company_id
       where c.subdomain = $1 and n.mail = 'due'`,
      [company],
    );
    expect(due).toHaveLength(2);
  });

  test("the demo company has assigned and unassigned items, and three saved views that list items of the company", async () => {
    const admin = await logIn(host, `admin@${company}.example`);
    const total = async (query: string) =>
      Number((await admin.get(`/api/feedback?limit=1&${query}`)).headers["x-total-count"]);
    const { body: views } = await admin.get("/api/views");
    expect(views).toHaveLength(3);
    for (const { name, filters } of views) {
      const query = new URLSearchParams(filters);
      expect([name, (await total(query.toString())) > 0]).toEqual([name, true]);
    }
    for (const query of ["assigneeId=me", "assigneeId=none", "unanswered=true"])
      expect([query, (await total(query)) > 0]).toEqual([query, true]);
    expect(await total("unanswered=true")).toBeLessThan(await total(""));
  });

  test("the demo company has a pending item, a pending comment and a reported comment, although its moderation is off", async () => {
    const admin = await logIn(host, `admin@${company}.example`);
    const { body: pending } = await admin.get("/api/moderation");
    expect(pending.map(({ commentId }: { commentId: number | null }) => commentId)).toEqual([
      null,
      expect.any(Number),
    ]);
    expect((await admin.get("/api/reports")).body).toMatchObject([
      { commentId: expect.any(Number), reports: [{ reporter: { username: expect.any(String) } }] },
    ]);
    expect(
      await portal.sql("select moderation from company where subdomain = $1", [company]),
    ).toEqual([{ moderation: "off" }]);
  });

  test("the demo company has its own categories, which its items use", async () => {
    const guest = portal.visitor(host);
    const { body: labels } = await guest.get("/api/categories");
    expect(labels.length).toBeGreaterThan(1);
    const used = await guest.get(`/api/feedback?boardCategoryId=${String(labels[0].id)}`);
    expect(Number(used.headers["x-total-count"])).toBeGreaterThan(0);
  });
});

describe("demo data", () => {
  test("stored counts of the demo data match a recount", async () => {
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  });

  test("all times in the demo data are in a plausible order, and no time is in the future", async () => {
    expect(
      await wrong(`
        select 'item before company: ' || title as what from feedback_item f join company c on c.id = f.company_id
          where f.created_at < c.created_at
        union all select 'item in the future: ' || title from feedback_item where created_at > now()
        union all select 'comment before item: ' || content from comment c join feedback_item f on f.id = c.feedback_id
          where c.created_at < f.created_at or c.created_at > now()
        union all select 'vote before item: ' || title from user_vote v join feedback_item f on f.id = v.feedback_id
          where v.created_at < f.created_at or v.created_at > now()
        union all select 'change before item: ' || title from status_change s join feedback_item f on f.id = s.feedback_id
          where s.created_at < f.created_at or s.created_at > now()`),
    ).toEqual([]);
  });

  test("the status changes of each demo item are made by the team and lead from new to the item's status", async () => {
    expect(
      await wrong(`
        select 'chain: ' || title as what from feedback_item f left join lateral (
          select array_agg(from_status order by id) as froms, array_agg(to_status order by id) as tos
          from status_change s where s.feedback_id = f.id) chain on true
        where case when tos is null then status <> 'new'
          else tos[cardinality(tos)] <> status or froms <> array['new'] || tos[:cardinality(tos) - 1] end
        union all select 'no admin: ' || title from status_change s join feedback_item f on f.id = s.feedback_id
          join user_account u on u.id = s.user_id where u.role = 'user' or u.home_company_id <> f.company_id`),
    ).toEqual([]);
  });

  test("the demo data has internal notes, and no activity is about an internal note", async () => {
    const notes = await portal.sql("select 1 from comment where visibility = 'internal'");
    expect(notes.length).toBeGreaterThan(0);
    expect(
      await wrong(`
        select c.content as what from activity a
          join comment c on c.id = (a.data ->> 'commentId')::bigint
        where c.visibility <> 'public'`),
    ).toEqual([]);
  });

  test("the audit log of the demo company has its last changes of statuses, with the former and the new status", async () => {
    const entries = await portal.sql(`
      select 1 from audit_entry e join feedback_item f on f.title = e.subject
        join status_change s on s.feedback_id = f.id and s.created_at = e.created_at
          and e.details = jsonb_build_object('status',
            jsonb_build_object('from', s.from_status, 'to', s.to_status))
      where e.company_id = (select id from company where subdomain = 'acme')`);
    expect(entries.length).toBeGreaterThan(2);
  });

  test("only the team has voted or commented on items of private boards in the demo data", async () => {
    expect(
      await wrong(`
        select title as what from feedback_item f join board b on b.id = f.board_id
          join user_vote v on v.feedback_id = f.id join user_account u on u.id = v.user_id
        where b.is_private and u.role = 'user'
        union all select title from feedback_item f join board b on b.id = f.board_id
          join comment c on c.feedback_id = f.id join user_account u on u.id = c.user_id
        where b.is_private and u.role = 'user'`),
    ).toEqual([]);
  });

  test("the published password does not work for demo accounts that only vote", async () => {
    const reply = await portal.visitor("acme.localhost").post("/api/login", {
      username: "aiko.andersen@acme-customers.example",
      password: DEMO_PASSWORD,
    });
    expect(reply.status).toBe(401);
  });

  test("the demo data opens registration, fills the landing page and links it to the demo portal", async () => {
    const visitor = portal.visitor("localhost");
    expect((await visitor.get("/api/portal")).body).toMatchObject({
      registrationOpen: true,
      demoSubdomain: "acme",
    });
    expect((await visitor.get("/api/admin/faqs")).body.length).toBeGreaterThan(2);
    expect((await visitor.get("/api/admin/announcements")).body.length).toBeGreaterThan(0);
  });
});
