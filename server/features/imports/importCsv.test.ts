import { beforeAll, describe, expect, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const HEADING = "id,title,description,status,board,tags,author,email,votes,created";

const FILE = [
  HEADING,
  '1,Dark mode,"Dim,\n""please""",In Progress,Ideas,"mobile, none",Robin Reyes,robin@customer.example,12,2024-03-01',
  "2,Export,,Planned,ideas,,Robin Reyes,ROBIN@customer.example,0,2024-03-02T10:00:00+02:00",
  "3,,No title,New,Ideas,,,,,",
  "4,Unknown board,,New,Somewhere,,,,,",
  "5,Later,,New,Ideas,,,,,2999-01-01",
  "2,Export again,,New,Ideas,,,,,",
  "6,Votes,,New,Ideas,,Kim,,many,",
  "7,=1+1,<b>bold</b>,,,,Kim,,3,",
].join("\n");

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const topic = await portal.category(company, "Mobile");
  const cast = await castOf(portal, company);
  const admin = cast.viewers.C;
  const upload = (content: string | Uint8Array) => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content },
    );
    return admin.post("/api/imports", payload, headers);
  };
  const pathOf = (run: { id: number }) => `/api/imports/${String(run.id)}`;
  const read = async (run: { id: number }): Promise<ImportRun> =>
    (await admin.get(pathOf(run))).body;
  const work = async (run: { id: number }, verb: string) => {
    const reply = await admin.post(`${pathOf(run)}/${verb}`);
    expect(reply.status).toBe(200);
    const mails = await runJobs(portal);
    expect(mails).toEqual([]);
    return read(run);
  };
  /** Uploads a file and makes a dry run in which rows without a board belong to `board`. */
  const check = async (content: string | Uint8Array) => {
    const uploaded = await upload(content);
    expect([uploaded.status, uploaded.text]).toEqual([201, expect.any(String)]);
    const run: ImportRun = uploaded.body;
    await runJobs(portal);
    await admin.patch(pathOf(run), { boardId: board.id });
    return work(run, "dry-run");
  };
  const importAll = async (content: string) => work(await check(content), "run");
  const report = async (run: { id: number }) => {
    const { text } = await admin.get(`${pathOf(run)}/report.csv`);
    const [, ...lines] = text.trim().split("\r\n");
    return lines.map((line) => line.split(",").slice(2, 5).join());
  };
  /** Returns the company's data that an import can change. */
  const contents = async () => ({
    items: await portal.sql(
      `select f.*, u.username from feedback_item f left join user_account u on u.id = f.user_id
       where company_id = $1 order by f.id`,
      [company.id],
    ),
    people: await portal.sql("select * from user_account where home_company_id = $1 order by id", [
      company.id,
    ]),
    votes: await portal.sql("select * from user_vote where company_id = $1 order by id", [
      company.id,
    ]),
    comments: await portal.sql("select * from comment where company_id = $1 order by id", [
      company.id,
    ]),
    counters: await portal.sql(
      "select * from feedback_counter where company_id = $1 and items <> 0 order by 1, 2, 3, 4, 5",
      [company.id],
    ),
    remembered: await portal.sql("select * from imported_item where company_id = $1 order by key", [
      company.id,
    ]),
  });
  const items = () =>
    portal.sql<{ id: string; title: string; votes: number }>(
      "select id, title, votes from feedback_item where company_id = $1 order by id",
      [company.id],
    );
  return {
    ...cast,
    company,
    board,
    topic,
    admin,
    upload,
    pathOf,
    read,
    work,
    check,
    importAll,
    report,
    contents,
    items,
  };
}

const wrongCounts = () => findWrongCounts((text) => portal.sql(text));

describe("CSV imports", () => {
  test("the dry run reports for each row whether it is imported or why it is skipped, and the run then does exactly what the dry run has reported", async () => {
    const { admin, check, work, report, topic, company, contents } = await scene();
    const before = await contents();
    const checked = await check(FILE);
    expect(checked).toMatchObject({
      state: "checked",
      counts: [{ kind: "item", new: 5, changed: 0, same: 0, skipped: 3 }],
      people: { total: 2, new: 2 },
      problem: null,
    });
    expect(checked.names).toContainEqual({
      kind: "board",
      name: "Somewhere",
      rows: 1,
      target: null,
      match: "unknown",
    });
    expect(await contents()).toEqual(before);
    const planned = await report(checked);
    expect(planned).toEqual([
      '2,"new",',
      '4,"new",',
      '5,"skipped","The title is empty"',
      '6,"skipped","The board ""Somewhere"" is not known here"',
      '7,"new","The date is left out: The date is in the future"',
      '8,"skipped","It is in the file twice',
      '9,"new","The number of votes is left out: The votes are no number from 0 to 10000000"',
      '10,"new",',
    ]);
    const done = await work(checked, "run");
    expect(done).toMatchObject({ state: "done", counts: checked.counts, progress: null });
    expect(await report(done)).toEqual(planned);
    const rows = await portal.sql(
      `select f.title, f.description, f.status, f.category, f.board_category_id, f.votes,
         f.created_at, u.full_name, u.username from feedback_item f
       join user_account u on u.id = f.user_id where company_id = $1 order by f.id`,
      [company.id],
    );
    expect(rows).toMatchObject([
      {
        title: "Dark mode",
        description: 'Dim,\n"please"',
        status: "under_development",
        board_category_id: String(topic.id),
        votes: 12,
        full_name: "Robin Reyes",
        username: `robin=customer.example@${String(company.id)}.imported.invalid`,
      },
      { title: "Export", description: "Export", status: "planned", full_name: "Robin Reyes" },
      { title: "Votes", votes: 0, full_name: "Kim" },
      { title: "=1+1", description: "<b>bold</b>", votes: 3, full_name: "Kim" },
    ]);
    expect((await admin.get(`/api/members`)).headers["x-total-count"]).not.toBe("0");
    expect(JSON.stringify((await admin.get("/api/members")).body)).not.toContain("imported");
    expect(await portal.sql("select from import_part")).toEqual([]);
    expect(await portal.sql("select from activity where company_id = $1", [company.id])).toEqual(
      [],
    );
    expect(await wrongCounts()).toEqual([]);
  });

  test("a board name of 120 characters is listed in full, and the board that an admin chooses for this name is used", async () => {
    const { admin, board, check, pathOf, work } = await scene();
    const name = "x".repeat(120);
    const checked = await check(`id,title,board\n1,Dark mode,${name}`);
    expect(checked.names).toMatchObject([{ kind: "board", name, match: "unknown" }]);
    const chosen = { kind: "board", name, target: String(board.id) };
    expect((await admin.patch(pathOf(checked), { names: [chosen] })).status).toBe(200);
    const { counts } = await work(checked, "dry-run");
    expect(counts).toMatchObject([{ kind: "item", new: 1, skipped: 0 }]);
  });

  test("declined and closed rows become closed items without a choice, unless an admin has chosen a status for their name", async () => {
    const { admin, company, check, pathOf, work } = await scene();
    const checked = await check(
      "id,title,status\n1,Dark mode,Closed\n2,Export,declined\n3,Night mode,Duplicate\n4,Search,Planned",
    );
    expect(checked.counts).toMatchObject([{ new: 4, skipped: 0 }]);
    expect(checked.names.map(({ name }) => name)).toEqual(["Planned"]);
    const choose = async (target: string | null) => {
      await admin.patch(pathOf(checked), { names: [{ kind: "status", name: "Closed", target }] });
      const { names } = await work(checked, "dry-run");
      return names.map(({ name }) => name);
    };
    expect(await choose("complete")).toEqual(["Closed", "Planned"]);
    await work(checked, "run");
    const rows = await portal.sql(
      "select state, status, close_reason from feedback_item where company_id = $1 order by id",
      [company.id],
    );
    expect(rows).toEqual([
      { state: "open", status: "complete", close_reason: null },
      { state: "closed", status: "new", close_reason: "wont_do" },
      { state: "closed", status: "new", close_reason: "duplicate" },
      { state: "open", status: "planned", close_reason: null },
    ]);
    const later = await check("id,title,status\n1,Dark mode,Closed");
    expect(later.names).toMatchObject([{ name: "Closed", target: "complete" }]);
    const leftOut = { kind: "status", name: "Closed", target: null };
    await admin.patch(pathOf(later), { names: [leftOut] });
    expect((await work(later, "dry-run")).counts).toMatchObject([{ changed: 1, skipped: 0 }]);
  });

  test("a row is skipped if the row 501 rows before it has the same id", async () => {
    const { check } = await scene();
    const rows = Array.from({ length: 501 }, (_, n) => `${String(n)},Item ${String(n)}`);
    const { counts, skipped } = await check(["id,title", ...rows, "0,Item again"].join("\n"));
    expect(counts).toMatchObject([{ kind: "item", new: 501, skipped: 1 }]);
    expect(skipped).toMatchObject([
      { line: 503, title: "Item again", reason: "It is in the file twice, first in line 2" },
    ]);
  });

  test("importing the same file again changes nothing, and a newer file does not overwrite fields that people have edited", async () => {
    const { admin, importAll, items, contents } = await scene();
    await importAll(FILE);
    const before = await contents();
    expect((await importAll(FILE)).counts).toMatchObject([{ new: 0, changed: 0, same: 5 }]);
    expect(await contents()).toEqual(before);
    const [dark, exporting] = await items();
    await admin.patch(`/api/feedback/${dark?.id ?? ""}`, { title: "Night mode" });
    await admin.delete(`/api/feedback/${exporting?.id ?? ""}`);
    const newer = FILE.replace("Dark mode", "Dark theme").replace(",12,2024", ",15,2024");
    const done = await importAll(newer);
    expect(done.counts).toMatchObject([{ new: 0, changed: 1, same: 3 }]);
    expect(done.people).toEqual({ total: 1, new: 0 });
    expect(done.examples).toEqual([
      { kind: "item", file: null, line: 2, fate: "changed", title: "Dark theme", reason: null },
    ]);
    expect(await items()).toMatchObject([
      { title: "Night mode", votes: 15 },
      { title: "Later", votes: 0 },
      { title: "Votes", votes: 0 },
      { title: "=1+1", votes: 3 },
    ]);
    expect(await wrongCounts()).toEqual([]);
  });

  test("the undo of an import restores the previous data exactly, even if imported items got votes and comments or were merged", async () => {
    const { admin, viewers, board, importAll, work, items, contents, pathOf } = await scene();
    await importAll(FILE);
    const own = await portal.item(board, { title: "Our own item" });
    await viewers.U.post(`/api/feedback/${String(own.id)}/vote`);
    const before = await contents();
    const newer = `${FILE.replace(",12,2024", ",15,2024")}\n8,Added,,,,,Lee,lee@customer.example,4,\n9,Added too,,,,,,,2,`;
    const run = await importAll(newer);
    const listed = await items();
    const added = listed.filter(({ title }) => title.startsWith("Added"));
    expect(added).toHaveLength(2);
    const [source, target] = added.map(({ id }) => `/api/feedback/${id}`);
    await viewers.U.post(`${source ?? ""}/vote`);
    await viewers.U.post(`${target ?? ""}/comments`, { content: "Yes" });
    await admin.post(`${source ?? ""}/merge`, { targetId: own.id });
    const merged = await admin.get(`/api/feedback/${String(own.id)}`);
    // The customer has voted for both items, but has only one vote at the target of the merge.
    expect(merged.body.votes).toBe(1 + 4);
    await admin.post(`/api/feedback/${String(own.id)}/merge`, { targetId: Number(added[1]?.id) });
    expect(await wrongCounts()).toEqual([]);
    expect((await admin.get(`${pathOf(run)}/additions`)).body).toMatchObject({
      items: 2,
      comments: 1,
    });
    expect((await work(run, "undo")).state).toBe("undone");
    expect(await contents()).toEqual(before);
    expect(await wrongCounts()).toEqual([]);
    expect((await admin.post(`${pathOf(run)}/undo`)).status).toBe(409);
  });
});
