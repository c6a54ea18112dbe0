import { beforeAll, expect, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import {
  EXPORTED_COMPANY,
  exportedBoard,
  exportedItem,
  exportedView,
  hearbackExport,
} from "#server/checks/fixtures/imports/hearbackExport.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const visitor = portal.visitor(company.host);
  let path = "";
  const work = async (verb: string): Promise<ImportRun> => {
    expect((await admin.post(`${path}/${verb}`)).status).toBe(200);
    await runJobs(portal);
    return (await admin.get(path)).body;
  };
  const upload = async (content: Uint8Array): Promise<ImportRun> => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "hearback" },
      { name: "file", filename: "export.zip", content },
    );
    const { body } = await admin.post("/api/imports", payload, headers);
    path = `/api/imports/${String(body.id)}`;
    await runJobs(portal);
    return (await admin.get(path)).body;
  };
  return {
    company,
    admin,
    upload,
    work,
    change: (body: object) => admin.patch(path, body),
    publicTitles: async (): Promise<string[]> => {
      const { body } = await visitor.get("/api/feedback");
      return body.map(({ title }: { title: string }) => title);
    },
  };
}

const skippedItems = ({ counts }: ImportRun) =>
  counts.find(({ kind }) => kind === "item")?.skipped ?? 0;

test("items of a private board become public neither by an admin's choices nor by changes after the dry run", async () => {
  const { company, admin, upload, work, change, publicTitles } = await scene();
  const [open, secret] = [
    await portal.board(company, { name: "Features" }),
    await portal.board(company, { name: "Secret", isPrivate: true }),
  ];
  const boards = [
    exportedBoard(1, " FEATURES ", { isPrivate: true, description: "For the team" }),
    exportedBoard(2, "", { isPrivate: true }),
  ];
  const content = await hearbackExport({ "data/boards.jsonl": boards });
  const { names } = await upload(content);
  expect(names).toMatchObject([
    {
      kind: "board",
      name: "FEATURES",
      match: "unknown",
      board: { slug: "features", description: "For the team", isPrivate: true },
    },
    { kind: "topic", name: "Mobile" },
  ]);
  // This public board is chosen for items without a board.
  await change({ boardId: open.id });
  expect(skippedItems(await work("dry-run"))).toBe(4);
  const chosen = (target: { id: number }) =>
    change({ names: [{ kind: "board", name: "FEATURES", target: String(target.id) }] });
  expect(await chosen(open)).toMatchObject({
    status: 400,
    body: { message: 'The board "FEATURES" is private. Choose a private board' },
  });
  expect((await chosen(secret)).status).toBe(200);
  // Only the item of the board without a name is skipped.
  expect(skippedItems(await work("dry-run"))).toBe(1);
  await admin.patch(`/api/boards/${String(secret.id)}`, { isPrivate: false });
  expect(skippedItems(await work("run"))).toBe(4);
  expect(await publicTitles()).toEqual([]);
  // A second import also skips the items of the private board, because the chosen board is public
  // now.
  await upload(content);
  expect(skippedItems(await work("dry-run"))).toBe(4);
  await admin.patch(`/api/boards/${String(secret.id)}`, { isPrivate: true });
  await work("dry-run");
  await work("run");
  expect(await publicTitles()).toEqual([]);
  expect((await admin.get("/api/feedback")).body).toHaveLength(1);
});

test("an import replaces settings and logo only if an admin chooses this and the settings forms would accept the values, and undoing the import keeps the new settings", async () => {
  const { company, admin, upload, work, change } = await scene();
  await portal.board(company, { name: "Features" });
  const settings = async () => {
    const { body } = await admin.get(`/api/company/${String(company.id)}/settings`);
    const { name, website, logoUrl, allowCustomerSignUp, brandingSettings } = body;
    return { name, website, logoUrl, allowCustomerSignUp, color: brandingSettings.primaryColor };
  };
  const before = await settings();
  const exported = {
    ...EXPORTED_COMPANY,
    website: "https://acme.example",
    allowCustomerSignUp: false,
    brandingSettings: { primaryColor: "#123abc" },
    logo: { file: "data/logo.svg", contentType: "image/png" },
  };
  const upLoad = (changes: object, logo?: string) =>
    hearbackExport({ "data/company.jsonl": [{ ...exported, ...changes }] }, {}, logo).then(upload);
  // If a settings form would refuse the settings in a file, the import does not offer these
  // settings.
  for (const changes of [
    { website: "javascript:alert(1)" },
    { name: "" },
    { brandingSettings: { primaryColor: "red;}" } },
  ]) {
    expect((await upLoad(changes)).settings).toBeUndefined();
    expect((await change({ takesSettings: true })).status).toBe(400);
    expect(
      (await admin.delete(`/api/imports/${String((await admin.get("/api/imports")).body[0].id)}`))
        .status,
    ).toBe(204);
  }
  const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"></svg>';
  const refused = await upLoad({}, empty);
  expect(refused.settings).toMatchObject({ hasLogo: false, isChosen: false });
  expect(refused.settings?.logoProblem).toMatch(/draws nothing/);
  await work("dry-run");
  await work("run");
  expect(await settings()).toEqual(before);
  await upLoad({}, empty.replace("></svg>", '><rect width="4" height="4"/></svg>'));
  await change({ takesSettings: true });
  const checked = await work("dry-run");
  expect(checked.settings).toEqual({
    companyName: "Acme",
    hasLogo: true,
    logoProblem: null,
    isChosen: true,
  });
  expect(await settings()).toEqual(before);
  await work("run");
  const after = {
    name: "Acme",
    website: "https://acme.example",
    logoUrl: expect.stringMatching(/^\/logos\//) as string,
    allowCustomerSignUp: false,
    color: "#123abc",
  };
  expect(await settings()).toEqual(after);
  const actions = (await auditOf(portal, company)).map(({ action }) => action);
  expect(actions.slice(-4)).toEqual([
    "import.run",
    "company.update",
    "company.branding",
    "company.logo",
  ]);
  await work("undo");
  expect(await settings()).toEqual(after);
});

test("an import adds the saved views whose boards, topics and admins exist in the importing company, and an undo removes the views that nobody has changed", async () => {
  const { company, admin, upload, work, change } = await scene();
  const board = await portal.board(company, { name: "Features" });
  const ada = await portal.user("company_admin", company);
  const deactivated = await portal.user("company_admin", company);
  await portal.sql("update user_account set is_active = false where id = $1", [deactivated.id]);
  await admin.post("/api/views", { name: "MINE", filters: { mine: "voted" } });
  const people = [ada, deactivated].map(({ username }, index) => ({
    id: index + 1,
    fullName: null,
    username,
    role: "company_admin",
    createdAt: "2024-03-02T10:00:00.000Z",
  }));
  const content = await hearbackExport({
    "data/people.jsonl": people,
    "data/saved-views.jsonl": [
      exportedView(1, "Features", { boardId: 1, search: "dark" }),
      exportedView(2, "Ada's", { assigneeId: 1 }),
      exportedView(3, "Nobody's", { assigneeId: "none" }),
      exportedView(4, "Deactivated", { assigneeId: 2 }),
      exportedView(5, "Unknown board", { boardId: 2 }),
      exportedView(6, "Unknown topic", { boardCategoryId: 1 }),
      exportedView(7, "Missing board", { boardId: 3 }),
      exportedView(8, "Mine", { mine: "followed" }),
      exportedView(9, "features", { sort: "date" }),
      exportedView(10, "No filter", {}),
    ],
  });
  const views = async (): Promise<{ id: number; name: string; filters: object }[]> =>
    (await admin.get("/api/views")).body;
  const names = async () => (await views()).map(({ name }) => name);
  await upload(content);
  const { skipped, counts } = await work("dry-run");
  const isView = ({ kind }: { kind: string }) => kind === "view";
  expect(skipped.filter(isView).map(({ title, reason }) => `${title}: ${reason ?? ""}`)).toEqual([
    `Deactivated: ${deactivated.username} is no admin here`,
    'Unknown board: The board "Ideas" is not known here',
    'Unknown topic: The topic "Mobile" is not known here',
    "Missing board: The board is not in the export",
    "Mine: A view with this name already exists",
    "features: It is in the file twice, first in record 1 of data/saved-views.jsonl",
    ": The record is not like one of an export",
  ]);
  expect(counts.filter(isView)).toMatchObject([{ new: 3, same: 0, skipped: 7 }]);
  expect(await names()).toEqual(["MINE"]);
  await work("run");
  expect(await views()).toMatchObject([
    { name: "Ada's", filters: { assigneeId: ada.id } },
    { name: "Features", filters: { boardId: board.id, search: "dark" } },
    { name: "MINE", filters: { mine: "voted" } },
    { name: "Nobody's", filters: { assigneeId: "none" } },
  ]);
  const nobodys = (await views()).at(-1)?.id ?? 0;
  await admin.patch(`/api/views/${String(nobodys)}`, { filters: { assigneeId: "me" } });
  await work("undo");
  expect(await names()).toEqual(["MINE", "Nobody's"]);
  // An import adds no more views than the company is allowed to have.
  await portal.sql(
    `insert into saved_view (company_id, name, filters)
     select $1, 'View ' || n, '{"sort": "date"}' from generate_series(1, 97) n`,
    [company.id],
  );
  await upload(content);
  await change({ boardId: board.id });
  const full = await work("dry-run");
  expect(full.counts.filter(isView)).toMatchObject([{ new: 1 }]);
  expect(full.skipped.map(({ reason }) => reason)).toContain(
    "A company can have at most 100 views",
  );
});

test("an item whose assignee is a deactivated admin is imported without assignee, and the report says so", async () => {
  const { company, admin, upload, work } = await scene();
  await portal.board(company, { name: "Features" });
  const { id } = await portal.user("company_admin", company);
  await portal.sql("update user_account set is_active = false, username = $2 where id = $1", [
    id,
    "ada@acme.example",
  ]);
  const run = await upload(await hearbackExport());
  await work("dry-run");
  await work("run");
  const report = await admin.get(`/api/imports/${String(run.id)}/report.csv`);
  expect(report.text).toContain("Nobody is assigned: ada@acme.example is no admin here");
  const items = (await admin.get("/api/feedback?search=dark")).body;
  expect(items).toMatchObject([{ assigneeId: null }]);
});

test("a pending item that is closed in a newer export becomes closed when an admin approves it", async () => {
  const { company, admin, upload, work } = await scene();
  await portal.board(company, { name: "Features" });
  const closed = { reason: "other", note: "No", closedAt: "2024-03-02T10:00:00.000Z" };
  for (const changes of [{ state: "pending" }, { state: "closed", closed }]) {
    await upload(await hearbackExport({ "data/items.jsonl": [exportedItem(1, changes)] }));
    await work("dry-run");
    await work("run");
  }
  const [waiting] = (await admin.get("/api/moderation")).body;
  const { feedbackId } = waiting;
  expect((await admin.post("/api/moderation/approve", { feedbackId })).status).toBe(200);
  expect((await admin.get(`/api/feedback/${String(feedbackId)}`)).body).toMatchObject({
    state: "closed",
    closeReason: "other",
    closeNote: "No",
  });
});

test("the undo of an import removes the organisations that it has created, unless somebody else belongs to them", async () => {
  const { company, upload, work } = await scene();
  await portal.board(company, { name: "Features" });
  const someone = (id: number, organisation: object) => ({
    id,
    fullName: `Person ${String(id)}`,
    username: `person-${String(id)}@acme.example`,
    role: "user",
    createdAt: "2024-03-02T10:00:00.000Z",
    organisation,
  });
  const named = (id: string) => ({ id, name: id, plan: null, monthlySpend: null });
  await portal.sql(
    "insert into organisation (company_id, external_key) values ($1, 'without-members')",
    [company.id],
  );
  await upload(
    await hearbackExport({
      "data/people.jsonl": [
        someone(2, named("imported")),
        someone(3, named("joined-since")),
        someone(4, named("imported")),
      ],
      "data/items.jsonl": [2, 3, 4].map((authorId) => exportedItem(authorId, { authorId })),
      "data/votes.jsonl": [],
      "data/comments.jsonl": [],
      "data/follows.jsonl": [],
      "data/status-changes.jsonl": [],
    }),
  );
  await work("dry-run");
  await work("run");
  const organisations = async () =>
    (
      await portal.sql<{ key: string }>(
        "select external_key as key from organisation where company_id = $1 order by 1",
        [company.id],
      )
    ).map(({ key }) => key);
  expect(await organisations()).toEqual(["imported", "joined-since", "without-members"]);
  const customer = await portal.user("user", company);
  await portal.sql(
    `insert into organisation_member (company_id, user_id, organisation_id)
     select company_id, $2, id from organisation
     where company_id = $1 and external_key = 'joined-since'`,
    [company.id, customer.id],
  );
  await work("undo");
  expect(await organisations()).toEqual(["joined-since", "without-members"]);
});
