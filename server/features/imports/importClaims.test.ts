import { beforeAll, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { csvOf } from "#server/checks/fixtures/imports/csvOf.ts";
import { FIDER_TABLES, fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const imports = await importScene(portal);
  const { company } = imports;
  const user = await portal.user("user", company);
  const { id, username } = user;
  const customer = portal.visitor(company.host, user);
  /** Logs the customer in, which gives the customer the content of the imported person. */
  const claim = async () => {
    const login = { username, password: TEST_PASSWORD };
    expect((await portal.visitor(company.host).post("/api/login", login)).status).toBe(200);
    await runJobs(portal);
    expect(await portal.sql("select from user_account where is_imported")).toEqual([]);
  };
  const votes = () =>
    portal.sql(
      `select feedback_id::int as item, merged_from_id::int as source from user_vote
       where company_id = $1 and user_id = $2 order by feedback_id`,
      [company.id, id],
    );
  const levels = () =>
    portal.sql(
      `select feedback_id::int as item, level from follow
       where company_id = $1 and user_id = $2 and merged_from_id is null order by feedback_id`,
      [company.id, id],
    );
  return { ...imports, id, username, customer, claim, votes, levels };
}

test("an account that has voted for a merged item gets the imported person's own vote and level of the target instead of the copies, and the person's block and organisation", async () => {
  const { company, admin, id, username, customer, claim, importFile, idOf, votes, levels } =
    await scene();
  await importFile("csv", `id,title,author_email\n1,Source,\n2,Target,\n3,Written,${username}\n`);
  const [source, target] = [await idOf("Source"), await idOf("Target")];
  const person = "(select user_id from feedback_item where title = 'Written' and company_id = $1)";
  for (const statement of [
    `insert into user_vote (company_id, feedback_id, user_id) select $1, $2, ${person}`,
    `insert into follow (company_id, feedback_id, user_id, level) select $1, $2, ${person}, 'off'`,
    "update feedback_item set votes = 1 where company_id = $1 and id = $2",
  ])
    await portal.sql(statement, [company.id, target]);
  await portal.sql(`insert into blocked_account (company_id, user_id) select $1, ${person}`, [
    company.id,
  ]);
  await portal.sql(
    `with org as (
       insert into organisation (company_id, external_key) values ($1, 'org-7') returning id
     )
     insert into organisation_member (company_id, user_id, organisation_id)
     select $1, ${person}, id from org`,
    [company.id],
  );
  const path = `/api/feedback/${String(source)}`;
  await customer.post(`${path}/vote`);
  await customer.request("PUT", `${path}/follow`, { level: "all" });
  await admin.post(`${path}/merge`, { targetId: target });
  expect(await votes()).toEqual([
    { item: source, source: null },
    { item: target, source },
  ]);
  const comment = await portal.comment({ id: target });
  await portal.sql(
    `insert into comment_reaction (company_id, comment_id, user_id, emoji)
     select $1, $2, account.id, account.emoji from (
       select ${person} as id, unnest(array['👍', '🎉']) as emoji union all select $3, '👍'
     ) account`,
    [company.id, comment.id, id],
  );
  await claim();
  expect(
    await portal.sql("select emoji from comment_reaction where user_id = $1 order by 1", [id]),
  ).toHaveLength(2);
  expect(await votes()).toEqual([
    { item: source, source: null },
    { item: target, source: null },
  ]);
  expect(await levels()).toContainEqual({ item: target, level: "off" });
  for (const table of ["blocked_account", "organisation_member"])
    expect(await portal.sql(`select user_id::int from ${table}`)).toEqual([{ user_id: id }]);
  expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
});

test("the undo of an import keeps the vote and the level that the account that has claimed the imported person had before", async () => {
  const { username, customer, claim, importFile, idOf, work, votes, levels } = await scene();
  const idea = (voter: string) =>
    csvOf([
      [
        "Idea Id",
        "Idea Title",
        "Idea Description",
        "Public Status Name",
        "Voters Count",
        "User Email Address",
      ],
      ["1", "Idea", "Text", "", "1", voter],
    ]);
  const post = (subscribers: object[]) =>
    fiderBackup({
      users: [{ ...FIDER_TABLES["users"]?.[1], email: username }],
      posts: [{ id: 1, number: 1, title: "Post", status: 0, created_at: "2024-03-02T10:00:00Z" }],
      comments: [],
      post_votes: [],
      post_subscribers: subscribers,
      post_tags: [],
    });
  await importFile("uservoice", idea("somebody@customer.example"));
  await importFile("fider", await post([]));
  const [ideaId, postId] = [await idOf("Idea"), await idOf("Post")];
  await customer.post(`/api/feedback/${String(ideaId)}/vote`);
  await customer.request("PUT", `/api/feedback/${String(postId)}/follow`, { level: "all" });
  const before = [await votes(), await levels()];
  const voted = await importFile("uservoice", idea(username));
  const subscriber = { user_id: 2, post_id: 1, created_at: "2024-03-03T10:00:00Z", status: 1 };
  const followed = await importFile("fider", await post([subscriber]));
  for (const { counts } of [voted, followed])
    expect(counts.at(-1)).toMatchObject({ new: 1, skipped: 0 });
  await portal.sql("delete from user_account where username like 'somebody=%'");
  await claim();
  await work(followed, "undo");
  await work(voted, "undo");
  expect([await votes(), await levels()]).toEqual(before);
});

test("what a later import writes under the name of an account that has claimed a person is marked as imported, and the account can disown it; it then has the imported name and is nobody's", async () => {
  const { company, board, visitor, admin, id, username, customer, ...rest } = await scene();
  const { claim, importFile, idOf } = rest;
  const row = (key: number, title: string) =>
    `${String(key)},${title},${username},Kim of the file\n`;
  const heading = "id,title,author_email,author_name\n";
  await importFile("csv", heading + row(1, "First"));
  await claim();
  await importFile("csv", heading + row(2, "Second"));
  const own = await portal.item(board, { userId: id });
  const path = `/api/feedback/${String(await idOf("Second"))}`;
  expect((await visitor.get(path)).body).toMatchObject({ userId: id, isImported: true });
  expect((await visitor.get(`/api/feedback/${String(own.id)}`)).body.isImported).toBe(false);
  const { body: data } = await customer.get("/api/user/data");
  expect(data.items).toMatchObject([
    { title: "First", isImported: true },
    { title: "Second", isImported: true },
    { id: own.id, isImported: false },
  ]);
  const disown = (by: typeof customer, ofPath = path) => by.post(`${ofPath}/disown`, {});
  const listed = async (by: typeof customer) => (await by.get("/api/user/imported-posts")).body;
  expect(await listed(customer)).toMatchObject([
    { title: "Second", commentId: null },
    { title: "First", commentId: null },
  ]);
  expect(await listed(admin)).toEqual([]);
  expect((await disown(admin)).status).toBe(404);
  expect((await disown(customer, `/api/feedback/${String(own.id)}`)).status).toBe(404);
  expect((await disown(customer)).status).toBe(204);
  expect((await disown(customer)).status).toBe(404);
  const { body: disowned } = await visitor.get(path);
  expect(disowned).toMatchObject({ author: { fullName: "Kim of the file" }, isImported: false });
  expect(disowned.userId).not.toBe(id);
  expect((await admin.get(path)).body.author).toEqual({
    fullName: "Kim of the file",
    pictureUrl: null,
  });
  const ofAccount = (await customer.get("/api/user/data")).body.items as { title: string }[];
  expect(ofAccount.map(({ title }) => title)).not.toContain("Second");
  expect(await listed(customer)).toMatchObject([{ title: "First" }]);
  const login = { username, password: TEST_PASSWORD };
  await portal.visitor(company.host).post("/api/login", login);
  await runJobs(portal);
  expect((await visitor.get(path)).body.userId).toBe(disowned.userId);
});

test("an account can disown a comment that an import has written under its name and take it back, and the imported name is forgotten with the account", async () => {
  const { company, visitor, id, customer, board, ...rest } = await scene();
  const item = await portal.item(board);
  const { id: commentId } = await portal.comment(item, { userId: id });
  await portal.sql(
    `with person as (
       insert into imported_person (company_id, key, user_id, full_name) values ($1, 'k', $2, 'Kim')
     )
     insert into imported_entry (company_id, source, kind, key, comment_id)
     values ($1, 'fider', 'comment', '1', $3)`,
    [company.id, id, commentId],
  );
  const path = `/api/feedback/${String(item.id)}`;
  const read = async () => (await visitor.get(`${path}/comments`)).body[0];
  expect(await read()).toMatchObject({ userId: id, isImported: true });
  expect((await customer.get("/api/user/data")).body.comments).toMatchObject([
    { id: commentId, isImported: true },
  ]);
  expect((await customer.post(`${path}/disown`, { commentId })).status).toBe(204);
  expect(await read()).toMatchObject({ user: { fullName: "Kim" }, isImported: false });
  const takeBack = (by: typeof customer) => by.request("DELETE", `${path}/disown`, { commentId });
  expect((await takeBack(rest.admin)).status).toBe(404);
  expect((await takeBack(customer)).status).toBe(204);
  expect((await takeBack(customer)).status).toBe(404);
  expect(await read()).toMatchObject({ userId: id, isImported: true });
  const deleted = await customer.request("DELETE", "/api/user", { password: TEST_PASSWORD });
  expect(deleted.status).toBe(204);
  expect(
    await portal.sql("select user_id, full_name from imported_person where company_id = $1", [
      company.id,
    ]),
  ).toEqual([{ user_id: null, full_name: null }]);
});
