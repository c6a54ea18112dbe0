import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import type { StatusChange } from "#contract/feedback.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { csvOf } from "#server/checks/fixtures/imports/csvOf.ts";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { QUACKBACK_POSTS, quackbackZip } from "#server/checks/fixtures/imports/quackbackZip.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";
import { continueImport } from "./continueImport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  await portal.board(company, { name: "Features" });
  await portal.board(company, { name: "Feature Requests" });
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const work = async ({ id }: ImportRun, verb: string): Promise<ImportRun> => {
    const path = `/api/imports/${String(id)}`;
    expect([verb, (await admin.post(`${path}/${verb}`)).status]).toEqual([verb, 200]);
    await runJobs(portal);
    return (await admin.get(path)).body;
  };
  const check = async (run: ImportRun): Promise<ImportRun> => {
    await admin.patch(`/api/imports/${String(run.id)}`, { boardId: board.id });
    return work(run, "dry-run");
  };
  const importFile = async (source: string, content: string | Uint8Array) => {
    const { payload, headers } = multipartOf(
      { name: "source", content: source },
      { name: "file", filename: "file", type: "application/octet-stream", content },
    );
    const { body } = await admin.post("/api/imports", payload, headers);
    await runJobs(portal);
    return work(await check(body), "run");
  };
  const importFromCanny = async () => {
    const { body } = await admin.post("/api/imports/canny", { apiKey: CANNY_KEY });
    const { fetch, close } = await cannyServer();
    onTestFinished(close);
    const { database } = portal;
    const fetching = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
    const key = { companyId: company.id, importId: body.id };
    while ((await continueImport(fetching, key)).isLeft);
    return work(await check(body), "run");
  };
  /** Returns all items of the company, the oldest first. */
  const items = () =>
    portal.sql<{ id: string; state: string; status: string }>(
      `select id, title, state, status, close_reason, close_note, closed_at, votes
       from feedback_item where company_id = $1 order by id`,
      [company.id],
    );
  const item = async () => {
    const [found, ...others] = await items();
    if (!found || others.length > 0) throw new Error("The company does not have exactly one item");
    return found;
  };
  /** Returns the status changes of the only item, the oldest first. */
  const timeline = async () => {
    const { body } = await admin.get(`/api/feedback/${(await item()).id}/history`);
    return body.map(({ fromStatus, toStatus, note }: StatusChange) => [fromStatus, toStatus, note]);
  };
  const comments = async () => {
    const { body } = await admin.get(`/api/feedback/${(await item()).id}/comments`);
    return body.map(({ content }: Comment) => content);
  };
  return { company, admin, work, importFile, importFromCanny, items, item, timeline, comments };
}

const OPEN = 0;
const STARTED = 1;
const COMPLETED = 2;
const DECLINED = 3;
const PLANNED = 4;

/** Returns the backup of a Fider site with one post, whose answer was given on a day of March. */
const fiderPost = (status: number, response: string | null = null, day = 5) =>
  fiderBackup({
    posts: [
      {
        id: 101,
        number: 1,
        title: "Dark mode",
        status,
        created_at: "2024-03-02T10:00:00Z",
        response,
        response_user_id: response === null ? null : 1,
        response_date: response === null ? null : `2024-03-0${String(day)}T10:00:00Z`,
      },
    ],
    comments: [],
    post_votes: [],
    post_subscribers: [],
    post_tags: [],
  });

const countsOf = ({ counts }: ImportRun, kind = "item") =>
  counts.find((count) => count.kind === kind);

describe("items that were closed or reopened in the other product since the last import", () => {
  test("an item that was declined since the last import is closed with its status, and the undo reopens it", async () => {
    const { importFile, item, work } = await scene();
    await importFile("fider", await fiderPost(PLANNED, "We plan it"));
    const planned = await item();
    expect(planned).toMatchObject({ state: "open", status: "planned" });
    const declined = await fiderPost(DECLINED, "Sorry, no", 8);
    const done = await importFile("fider", declined);
    expect(countsOf(done)).toMatchObject({ new: 0, changed: 1, same: 0, skipped: 0 });
    expect(await item()).toMatchObject({
      state: "closed",
      status: "planned",
      close_reason: "wont_do",
      close_note: "Sorry, no",
      closed_at: new Date("2024-03-08T10:00:00Z"),
    });
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
    const again = await importFile("fider", declined);
    expect(countsOf(again)).toMatchObject({ changed: 0, same: 1 });
    await work(again, "undo");
    await work(done, "undo");
    expect(await item()).toEqual(planned);
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  });

  test("a new item that was declined since the last import is closed", async () => {
    const { importFile, item } = await scene();
    await importFile("fider", await fiderPost(OPEN));
    await importFile("fider", await fiderPost(DECLINED, "Sorry, no"));
    expect(await item()).toMatchObject({ state: "closed", status: "new", close_note: "Sorry, no" });
  });

  test("an item that was declined and has been started since the last import is reopened with the new status, and the undo closes it as before", async () => {
    const { importFile, item, work } = await scene();
    await importFile("fider", await fiderPost(DECLINED, "Sorry, no"));
    const declined = await item();
    expect(declined).toMatchObject({ state: "closed", close_note: "Sorry, no" });
    const done = await importFile("fider", await fiderPost(STARTED));
    expect(countsOf(done)).toMatchObject({ changed: 1 });
    expect(await item()).toMatchObject({
      state: "open",
      status: "under_development",
      close_reason: null,
      close_note: null,
      closed_at: null,
    });
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
    await work(done, "undo");
    expect(await item()).toEqual(declined);
  });

  test("an item that an admin has reopened stays open, and one that an admin has closed keeps the admin's reason and note", async () => {
    const { admin, importFile, item } = await scene();
    await importFile("fider", await fiderPost(DECLINED, "Sorry, no"));
    const path = `/api/feedback/${(await item()).id}`;
    await admin.post(`${path}/reopen`);
    const done = await importFile("fider", await fiderPost(DECLINED, "Still no", 8));
    expect(countsOf(done)).toMatchObject({ changed: 0, same: 1 });
    expect(await item()).toMatchObject({ state: "open" });
    await admin.post(`${path}/close`, { reason: "other", note: "Ours" });
    await importFile("fider", await fiderPost(STARTED));
    expect(await item()).toMatchObject({
      state: "closed",
      status: "under_development",
      close_reason: "other",
      close_note: "Ours",
    });
  });

  test("the undo keeps the state of an item that an admin has reopened since the import", async () => {
    const { admin, importFile, item, work } = await scene();
    await importFile("fider", await fiderPost(DECLINED, "Sorry, no"));
    const done = await importFile("fider", await fiderPost(DECLINED, "Really not", 8));
    expect(await item()).toMatchObject({ state: "closed", close_note: "Really not" });
    await admin.post(`/api/feedback/${(await item()).id}/reopen`);
    await work(done, "undo");
    expect(await item()).toMatchObject({ state: "open", close_note: null });
  });

  test("an item that was imported before closings were stored is closed if it was declined since", async () => {
    const { company, importFile, item } = await scene();
    await importFile("fider", await fiderPost(PLANNED));
    await portal.sql("update imported_item set record = record - 'closed' where company_id = $1", [
      company.id,
    ]);
    await importFile("fider", await fiderPost(DECLINED, "Sorry, no"));
    expect(await item()).toMatchObject({ state: "closed", status: "planned" });
  });
});

const LONG = "We have thought about it. ".repeat(50);

/** Returns an export of UserVoice with one idea. */
const uservoiceIdea = (status: string, answer: string, date: string) =>
  csvOf([
    [
      "Idea Id",
      "Idea Title",
      "Idea Description",
      "Public Status Name",
      "Voters Count",
      "User Email Address",
      "Public Status Update Message",
      "Public Status Updated Timestamp",
    ],
    ["1", "Dark mode", "Dim", status, "0", "", answer, date],
  ]);

type Answered = (
  status: "Planned" | "Completed",
  answer: string,
  day: number,
) => Promise<Uint8Array | string>;

const ANSWERED: [source: string, file: Answered][] = [
  [
    "fider",
    (status, answer, day) => fiderPost(status === "Planned" ? PLANNED : COMPLETED, answer, day),
  ],
  [
    "uservoice",
    async (...[status, answer, day]) =>
      uservoiceIdea(status, answer, `2024-03-0${String(day)} 10:00:00`),
  ],
];

describe.each(ANSWERED)("answers since the last import from %s", (source, file) => {
  test("an answer since the last import is added to the timeline, and the undo removes it", async () => {
    const { importFile, timeline, work } = await scene();
    const planned = ["new", "planned", "We plan it"];
    await importFile(source, await file("Planned", "We plan it", 5));
    expect(await timeline()).toEqual([planned]);
    const newer = await file("Completed", "It is there", 8);
    const done = await importFile(source, newer);
    expect(countsOf(done, "status_change")).toMatchObject({ new: 1, same: 0 });
    expect(await timeline()).toEqual([planned, ["planned", "complete", "It is there"]]);
    const again = await importFile(source, newer);
    expect(countsOf(again, "status_change")).toMatchObject({ new: 0, same: 1 });
    await work(again, "undo");
    await work(done, "undo");
    expect(await timeline()).toEqual([planned]);
  });

  test("long answers since the last import are added as comments", async () => {
    const { importFile, comments } = await scene();
    await importFile(source, await file("Planned", `Planned. ${LONG}`, 5));
    await importFile(source, await file("Completed", `Completed. ${LONG}`, 8));
    expect(await comments()).toEqual([`Planned. ${LONG}`.trim(), `Completed. ${LONG}`.trim()]);
  });

  test("an answer that was imported before answers were known by their dates is not imported again, and the next answer is", async () => {
    const { company, importFile, timeline, comments } = await scene();
    const planned = await file("Planned", "We plan it", 5);
    await importFile(source, planned);
    await portal.sql(
      `update imported_entry set key = regexp_replace(key, '^([a-z]+:[0-9]+).*', '\\1')
       where company_id = $1`,
      [company.id],
    );
    const again = await importFile(source, planned);
    expect(countsOf(again, "status_change")).toMatchObject({ new: 0, same: 1 });
    await importFile(source, await file("Completed", "It is there", 8));
    expect(await timeline()).toHaveLength(2);
    expect(await comments()).toEqual([]);
  });
});

test("the undo of an import makes an item unanswered again if only the import has answered it", async () => {
  const { admin, importFile, item, work } = await scene();
  const isUnanswered = async () => {
    const { body } = await admin.get("/api/feedback?unanswered=true");
    return body.length === 1;
  };
  await importFile("uservoice", uservoiceIdea("Planned", "", ""));
  expect(await isUnanswered()).toBe(true);
  const done = await importFile(
    "uservoice",
    uservoiceIdea("Planned", "We plan it", "2024-03-05 10:00:00"),
  );
  expect(await isUnanswered()).toBe(false);
  await work(done, "undo");
  expect(await isUnanswered()).toBe(true);
  const again = await importFile(
    "uservoice",
    uservoiceIdea("Planned", "We plan it", "2024-03-05 10:00:00"),
  );
  await admin.post(`/api/feedback/${(await item()).id}/comments`, { content: "Soon" });
  await work(again, "undo");
  expect(await isUnanswered()).toBe(false);
});

type Scene = Awaited<ReturnType<typeof scene>>;

/** Returns Canny's CSV export of the posts that the fixture of the API has. */
const cannyCsv = () =>
  csvOf([
    ["Post ID", "Title", "Details", "Board", "Status", "Votes"],
    [
      "dark-mode",
      "Dark mode 🌙",
      "Dim,\r\nplease <b>now</b>",
      "Feature Requests",
      "in progress",
      "5",
    ],
    ["export", "Export", "", "Ideas", "closed", "0"],
  ]);

interface Product {
  csv: (of: Scene) => Promise<ImportRun>;
  all: (of: Scene) => Promise<ImportRun>;
  /** The items that an import of everything creates. */
  created: object[];
}

const PRODUCTS: [name: string, product: Product][] = [
  [
    "Quackback",
    {
      csv: ({ importFile }) => importFile("quackback", csvOf(QUACKBACK_POSTS)),
      all: async ({ importFile }) => importFile("quackback", await quackbackZip()),
      created: [
        { title: "Dark mode 🌙", state: "open", votes: 5, close_note: null },
        { title: "Export", state: "closed", votes: 0, close_note: null },
        { title: "=1+1", state: "open", votes: 1 },
      ],
    },
  ],
  [
    "Canny",
    {
      csv: ({ importFile }) => importFile("canny", cannyCsv()),
      all: ({ importFromCanny }) => importFromCanny(),
      created: [
        { title: "Dark mode 🌙", state: "open", votes: 5, close_note: null },
        { title: "Export", state: "closed", votes: 0, close_note: "Not for now" },
        { title: "Night mode", state: "merged", votes: 0 },
      ],
    },
  ],
];

describe.each(PRODUCTS)("the CSV file and the full export of %s", (_, { csv, all, created }) => {
  test("a full export after the CSV file adds what the CSV file lacks to the same items, and the undo removes it", async () => {
    const of = await scene();
    await csv(of);
    const before = await of.items();
    const done = await all(of);
    const after = await of.items();
    expect(after).toMatchObject(created);
    expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
    await of.work(done, "undo");
    expect(await of.items()).toEqual(before);
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  });

  test("the CSV file after a full export creates no items, and counts no voter twice", async () => {
    const of = await scene();
    await all(of);
    const before = await of.items();
    await csv(of);
    await csv(of);
    expect(await of.items()).toEqual(before);
  });
});

test("an import with Canny's API adds the old paths of the items that the CSV file has created", async () => {
  const { company, importFile, importFromCanny } = await scene();
  const oldPaths = async () => {
    const rows = await portal.sql<{ old_path: string | null }>(
      "select old_path from imported_item where company_id = $1 and key like 'id:%' order by key",
      [company.id],
    );
    return rows.map(({ old_path }) => old_path);
  };
  await importFile("canny", cannyCsv());
  expect(await oldPaths()).toEqual([null, null]);
  await importFromCanny();
  expect(await oldPaths()).toEqual(["/feature-requests/p/dark-mode", null]);
});
