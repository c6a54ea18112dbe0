import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import type { ImportMappingChange } from "#contract/importMapping.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { csvLine } from "#server/platform/text/csv.ts";
import { readCsvLayout } from "./sources/readCsv.ts";

type Changes = z.output<typeof ImportMappingChange>;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const caseFile = (name: string) =>
  readFile(new URL(`../../checks/fixtures/imports/cases/${name}`, import.meta.url));

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const upload = async (content: string | Uint8Array) => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content },
    );
    const reply = await admin.post("/api/imports", payload, headers);
    await runJobs(portal);
    const path = `/api/imports/${String(reply.body.id)}`;
    return { reply, path, run: (await admin.get(path)).body as ImportRun };
  };
  /** Imports an uploaded file and returns the company's items. */
  const run = async (path: string, changes: Changes = {}) => {
    await admin.patch(path, { boardId: board.id, ...changes });
    for (const verb of ["dry-run", "run"]) {
      expect([verb, (await admin.post(`${path}/${verb}`)).status]).toEqual([verb, 200]);
      await runJobs(portal);
    }
    return portal.sql<{
      title: string;
      description: string;
      votes: number;
      day: string;
      author: string;
    }>(
      `select f.title, f.description, f.votes, (f.created_at at time zone 'UTC')::date::text as day, u.full_name as author
       from feedback_item f left join user_account u on u.id = f.user_id
       where f.company_id = $1 order by f.id`,
      [company.id],
    );
  };
  /** Uploads a file and imports it with the proposed columns. */
  const importFile = async (content: string | Uint8Array, changes: Changes = {}) => {
    const { path, run: uploaded } = await upload(content);
    const items = await run(path, changes);
    return { run: uploaded, items, report: (await admin.get(`${path}/report.csv`)).text };
  };
  return { admin, upload, run, importFile };
}

/** The names of the columns that are proposed for fields. */
const proposedOf = ({ columns, mapping }: ImportRun) =>
  Object.fromEntries(
    Object.entries(mapping.columns).flatMap(([field, index]) =>
      index === null ? [] : [[field, columns[index]?.name]],
    ),
  );

describe("tables as people's programs write them", () => {
  test("missing cells are empty, and extra empty cells and rows of separators are ignored", async () => {
    const { importFile } = await scene();
    const { items, report } = await importFile(await caseFile("short-rows.csv"));
    expect(items.map(({ title, description, votes }) => [title, description, votes])).toEqual([
      ["Export as PDF", "Please add it", 12],
      ["Bigger buttons", "On phones", 0],
      ["Shortcuts", "Shortcuts", 0],
      ["Extra cell", "Text", 1],
    ]);
    expect(report).not.toContain("skipped");
  });

  test.each([
    ["sep-line.csv", ["id", "title", "votes"], ["Dark theme", "Light theme"]],
    ["comma-in-heading.csv", ["Zeitstempel", "Titel, kurz", "Beschreibung"], undefined],
    ["semicolons-in-quotes.csv", ["Nr", "Title", "What; why; when"], ["Sort by age"]],
  ])("the separator of %s is found", async (name, columns, titles) => {
    const { upload, importFile } = await scene();
    if (titles) {
      const { run, items } = await importFile(await caseFile(name));
      expect(run.columns.map((column) => column.name)).toEqual(columns);
      expect(items.map(({ title }) => title)).toEqual(titles);
    } else {
      const { run } = await upload(await caseFile(name));
      expect(run.columns).toEqual([
        { name: "Zeitstempel", samples: ["2023-05-06"] },
        { name: "Titel, kurz", samples: ["Größere Schrift"] },
        { name: "Beschreibung", samples: ["Für ältere Augen"] },
      ]);
    }
  });

  test("common dates and numbers are read, one date reveals the order for its column, and an unreadable date is named in the report", async () => {
    const { importFile } = await scene();
    const { items, report } = await importFile(await caseFile("dates-and-numbers.csv"));
    const today = new Date().toISOString().slice(0, 10);
    expect(items.map(({ votes, day }) => [votes, day])).toEqual([
      [1234, "2024-12-31"],
      [12, "2024-01-02"],
      [3, "2024-01-02"],
      [4, "2018-03-23"],
      [5, "2024-01-02"],
      [6, "2024-03-04"],
      [7, "2024-12-31"],
      [8, today],
    ]);
    expect(report).toContain("The date is left out: The date is not like 2026-01-31");
  });

  test("the order of day and month is asked for if no date reveals it, and decides the dates", async () => {
    const file = "title,created\nSpring,03/04/2024\nAutumn,5/10/2024\n";
    const { upload, importFile, admin } = await scene();
    const { run, path } = await upload(file);
    expect(run.dateOrder).toBe("unknown");
    await admin.delete(path);
    const { items } = await importFile(file, { dateOrder: "day_first" });
    expect(items.map(({ day }) => day)).toEqual(["2024-04-03", "2024-10-05"]);
  });

  test("headings with signs, remarks and alternatives are recognised, and an item whose author is refused is imported without the author", async () => {
    const { importFile } = await scene();
    const { run, items, report } = await importFile(await caseFile("headings.csv"));
    expect(proposedOf(run)).toEqual({
      source_id: "Ref",
      title: "Subject line",
      content: "Body / Details",
      vote_count: "# Upvotes",
      author_email: "Author E-Mail",
      author_name: "Author Name",
      created_at: "Created (UTC)",
      tags: "Label(s)",
    });
    expect(items).toMatchObject([
      { title: "Heading guess", votes: 9, author: "Ann" },
      { title: "Bad address", votes: 3, author: null },
    ]);
    expect(report).toContain("The author is left out: The e-mail address of Bea is not valid");
  });

  test("the apostrophe that protects a cell from a spreadsheet is taken off, also in what the portal exports", async () => {
    const { importFile } = await scene();
    const { items } = await importFile(await caseFile("apostrophes.csv"));
    expect(items.map(({ title, description }) => [title, description])).toEqual([
      ["+1 for search", "- first"],
      ["=1+1 is two", "@team please"],
    ]);
    const texts = ["=1+1", "'quoted'", "-", "  @x", "＋1", "plain"];
    const exported = csvLine(["title"]) + texts.map((text) => csvLine([text])).join("");
    const again = await (await scene()).importFile(exported);
    expect(again.items.map(({ title }) => title)).toEqual(texts.map((text) => text.trim()));
  });

  test("an unclosed quote is reported with the line in which it opens", async () => {
    const { upload } = await scene();
    const { reply } = await upload(await caseFile("unclosed-quote.csv"));
    expect([reply.status, reply.body.message]).toEqual([400, "Line 2: a quote is not closed"]);
  });

  test("the columns of a table are found in the beginning of the file, so that four rows of 250,000 commas do not occupy the serving thread", async () => {
    const file = storedFileOf(`title,content\n${`${",".repeat(250_000)}\n`.repeat(4)}`);
    let bytes = 0;
    async function* read(offset: number) {
      for await (const piece of file.read(offset)) {
        bytes += piece.length;
        yield piece;
      }
    }
    const { columns } = await readCsvLayout({ size: file.size, read }, { encoding: "utf-8" });
    expect(columns).toEqual(["title", "content"]);
    expect(bytes).toBeLessThanOrEqual(256 * 1024);
  });
});

describe("the encoding and the separator of a table", () => {
  test.each([
    ["gbk.csv", "gb18030", ["编号", "标题"], "希望支持深色模式"],
    ["shift-jis.csv", "shift_jis", ["番号", "題名"], "検索を速くしてほしい"],
  ])(
    "a text of East Asia is read, also if an admin has chosen the encoding: %s",
    async (name, encoding, columns, title) => {
      const { admin, upload, run } = await scene();
      const { path, run: uploaded } = await upload(await caseFile(name));
      const right = {
        table: { encoding, delimiter: "," },
        columns: columns.map((column, index) => ({ name: column, samples: [index ? title : "1"] })),
      };
      expect(uploaded).toMatchObject(right);
      const wrong = (await admin.patch(path, { encoding: "windows-1252" })).body as ImportRun;
      expect(wrong.table?.encoding).toBe("windows-1252");
      expect(wrong.columns.map((column) => column.name)).not.toEqual(columns);
      expect((await admin.patch(path, { encoding })).body).toMatchObject(right);
      await admin.patch(path, { columns: { ...wrong.mapping.columns, title: 1, source_id: 0 } });
      expect((await run(path)).map((item) => item.title)).toEqual([title]);
      const parts = "select from import_part where import_id = $1";
      expect(await portal.sql(parts, [uploaded.id])).toEqual([]);
    },
  );

  test("where the guess is wrong, the columns keep their fields while the admin chooses the encoding, and the check reads the file again", async () => {
    const { admin, upload, run } = await scene();
    // A single letter that is not ASCII is taken for a Western one.
    const text = "title;popis\nTmave barvy;Hned ve\xe8er\n";
    const { path, run: uploaded } = await upload(Buffer.from(text, "latin1"));
    expect(uploaded).toMatchObject({ table: { encoding: "windows-1252" } });
    await admin.patch(path, { columns: { ...uploaded.mapping.columns, content: 1 } });
    const changed = await admin.patch(path, { encoding: "windows-1250" });
    expect(changed.body).toMatchObject({
      state: "uploaded",
      mapping: { columns: { title: 0, content: 1 } },
      columns: [
        { name: "title", samples: ["Tmave barvy"] },
        { name: "popis", samples: ["Hned večer"] },
      ],
    });
    expect(await run(path)).toMatchObject([{ description: "Hned večer" }]);
  });

  test("the columns are proposed again for another separator", async () => {
    const file = "title;x,votes\nFast, simple;1,3\nShort, sweet;2,4\n";
    const { admin, upload, run } = await scene();
    const { path, run: uploaded } = await upload(file);
    expect(uploaded.table).toEqual({ encoding: "utf-8", delimiter: ";" });
    const { body } = await admin.patch(path, { delimiter: "|" });
    expect(body.columns).toEqual([
      { name: "title;x,votes", samples: ["Fast, simple;1,3", "Short, sweet;2,4"] },
    ]);
    expect(proposedOf(body)).toEqual({});
    expect(proposedOf((await admin.patch(path, { delimiter: ";" })).body)).toEqual({
      title: "title",
    });
    expect(await run(path)).toMatchObject([{ title: "Fast, simple" }, { title: "Short, sweet" }]);
  });

  test("characters that are not valid in the chosen encoding are named in the report", async () => {
    const { importFile } = await scene();
    const file = Buffer.from("title\nGr\xfcn\nRot\n", "latin1");
    const { items, report } = await importFile(file, { encoding: "utf-8" });
    expect(items.map(({ title }) => title)).toEqual(["Gr\uFFFDn", "Rot"]);
    expect(report.match(/not valid in the encoding/g)).toHaveLength(1);
  });

  test("a file that cannot be read in the chosen way waits for another choice", async () => {
    const { admin, upload, run } = await scene();
    // The quote is after the rows from which the columns are found.
    const { path } = await upload(`title;content\n${"a;b\n".repeat(30)}x,"y;z\n`);
    const { body } = await admin.patch(path, { delimiter: "," });
    await admin.patch(path, { columns: { ...body.mapping.columns, title: 0 } });
    await admin.post(`${path}/dry-run`);
    await runJobs(portal);
    expect((await admin.get(path)).body).toMatchObject({
      state: "uploaded",
      problem: "Line 32: a quote is not closed",
    });
    expect((await admin.patch(path, { delimiter: ";" })).body).toMatchObject({ problem: null });
    expect(await run(path)).toMatchObject([{ title: "a" }, { title: 'x,"y' }]);
    const finished = await admin.patch(path, { encoding: "koi8-r" });
    expect([finished.status, finished.body.message]).toEqual([409, "This import has already run"]);
  });

  test("a separator with which the first rows cannot be read is refused, and an unknown one as well", async () => {
    const { admin, upload } = await scene();
    const { path } = await upload('title;"a\nb,"\n');
    const refused = await admin.patch(path, { delimiter: "," });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { delimiter: ["Line 2: a quote is not closed"] },
    ]);
    expect((await admin.patch(path, { delimiter: "x" })).status).toBe(400);
    expect((await admin.get(path)).body).toMatchObject({ table: { delimiter: ";" } });
  });
});
