import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { readFile } from "node:fs/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { CANNY_ACCOUNT } from "#server/checks/fixtures/imports/cannyAccount.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { csvOf } from "#server/checks/fixtures/imports/csvOf.ts";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { continueImport } from "./continueImport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const caseFile = (name: string) =>
  readFile(new URL(`../../checks/fixtures/imports/cases/${name}`, import.meta.url));

/** Uploads a file, makes the dry run and the run, and returns the run with its report and items. */
async function importFile(source: string, content: string | Uint8Array) {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const { payload, headers } = multipartOf(
    { name: "source", content: source },
    { name: "file", filename: "file", type: "application/octet-stream", content },
  );
  const uploaded = await admin.post("/api/imports", payload, headers);
  const path = `/api/imports/${String(uploaded.body.id)}`;
  await runJobs(portal);
  await admin.patch(path, { boardId: board.id });
  const work = async (verb: string): Promise<ImportRun> => {
    await admin.post(`${path}/${verb}`);
    await runJobs(portal);
    return (await admin.get(path)).body;
  };
  const { names } = await work("dry-run");
  const chosen = names.map(({ kind, name }) => {
    const targets = { board: String(board.id), status: "new", category: "feature", topic: null };
    return { kind, name, target: targets[kind] };
  });
  if (chosen.length > 0) await admin.patch(path, { names: chosen });
  await work("dry-run");
  const run = await work("run");
  const items = await portal.sql<{ title: string; votes: number; user_id: string | null }>(
    "select title, votes, user_id from feedback_item where company_id = $1 order by title",
    [company.id],
  );
  return { run, items, report: (await admin.get(`${path}/report.csv`)).text };
}

test("the votes of refused voters stay as votes without a voter in files of Quackback and UserVoice", async () => {
  const folder = "quackback-refused-voter";
  const files = ["posts.csv", "post_votes.csv"].map(async (name) => ({
    name,
    content: (await caseFile(`${folder}/${name}`)).toString(),
  }));
  const quackback = await importFile("quackback", await zipOf(await Promise.all(files)));
  expect(quackback.items).toEqual([
    { title: "Author is refused", votes: 2, user_id: null },
    { title: "Offline mode", votes: 5, user_id: expect.any(String) },
  ]);
  expect(quackback.report).toContain(
    "The author is left out: The e-mail address of Mia is not valid",
  );
  const uservoice = await importFile("uservoice", await caseFile("uservoice-refused-voter.csv"));
  expect(uservoice.items).toMatchObject([{ title: "Calendar sync", votes: 4 }]);
});

/** Tags that are no list of texts. */
const STRANGE_TAGS = [
  '[{"toString":1}]',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  '["a",null]',
];

test("a tag that is no text is left out of its item and named in the report", async () => {
  const rows = STRANGE_TAGS.map((tags, index) => [String(index), `Item ${String(index)}`, tags]);
  const { run, items, report } = await importFile("csv", csvOf([["id", "title", "tags"], ...rows]));
  expect([run.state, items.length]).toEqual(["done", 3]);
  expect(report.match(/A tag is left out: It is no text/g)).toHaveLength(3);
  const heading =
    "Idea Id,Idea Title,Idea Description,Public Status Name,Voters Count,User Email Address,Labels";
  const ideas = rows.map(([id = "", title = "", tags = ""]) => [id, title, "", "", "1", "", tags]);
  const uservoice = await importFile("uservoice", csvOf([heading.split(","), ...ideas]));
  expect([uservoice.run.state, uservoice.items.length]).toEqual(["done", 3]);
});

/** Texts that PostgreSQL refuses or that JSON text represents as escapes. */
const STRANGE_TEXTS = ["\u0000", "a\u0000b", "\ud800", "x\udc00", "\\u0000", "\\ud800"];

test("NUL characters and halves of surrogate pairs in any text of a Fider backup skip at most their record", async () => {
  for (const text of STRANGE_TEXTS) {
    const { run } = await importFile(
      "fider",
      await fiderBackup({
        users: [
          { id: 1, name: text, email: text },
          { id: 2, name: text, email: "" },
        ],
        tags: [{ id: 1, name: text, is_public: true }],
        post_tags: [{ post_id: 1, tag_id: 1 }],
        posts: [
          { id: 1, number: 1, title: "Good", description: text, user_id: 2, response: text },
          { id: text, number: text, title: text, status: text, user_id: 1, response_date: text },
        ],
        comments: [{ id: text, post_id: 1, user_id: 2, content: text, created_at: text }],
        post_votes: [{ post_id: 1, user_id: 2, created_at: text }],
        post_subscribers: [{ post_id: 1, user_id: 2, status: 1, created_at: text }],
      }),
    );
    expect([text, run.state]).toEqual([text, "done"]);
  }
});

test("a small file whose records would fill the storage is refused while it is read", async () => {
  const author = { id: 1, name: "n".repeat(100_000), email: "" };
  const votes = Array.from({ length: 400 }, (_, id) => ({ post_id: id, user_id: 1 }));
  const { run } = await importFile(
    "fider",
    await fiderBackup({ users: [author], post_votes: votes }),
  );
  expect(run).toMatchObject({
    state: "failed",
    problem: "The file contains far more data than its size says",
  });
});

test("an error that no single record causes ends the import as failed with a text", async () => {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const { body } = await admin.post("/api/imports/canny", { apiKey: CANNY_KEY });
  // The id stands for the name, and PostgreSQL cannot store it.
  const account = { ...CANNY_ACCOUNT, boards: [{ id: "a\u0000b", name: "" }] };
  const { fetch, close } = await cannyServer({ account });
  onTestFinished(close);
  const { database } = portal;
  const work = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
  const key = { companyId: company.id, importId: body.id };
  while ((await continueImport(work, key)).isLeft);
  expect((await admin.get(`/api/imports/${String(body.id)}`)).body).toMatchObject({
    state: "failed",
    problem: "Something in this file cannot be processed. Nothing was imported",
  });
});
