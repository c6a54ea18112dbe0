import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { DateOrder } from "#contract/importMapping.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { csvLine } from "#server/platform/text/csv.ts";
import { readCsvLayout } from "./sources/readCsv.ts";

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
  /** Uploads a file and imports it with the proposed columns. */
  const importFile = async (
    content: string | Uint8Array,
    changes: { dateOrder?: DateOrder } = {},
  ) => {
    const { path, run } = await upload(content);
    await admin.patch(path, { boardId: board.id, ...changes });
    for (const verb of ["dry-run", "run"]) {
      expect([verb, (await admin.post(`${path}/${verb}`)).status]).toEqual([verb, 200]);
      await runJobs(portal);
    }
    const items = await portal.sql<{
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
    return { run, items, report: (await admin.get(`${path}/report.csv`)).text };
  };
  return { admin, upload, importFile };
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
    const { columns } = await readCsvLayout({ size: file.size, read });
    expect(columns).toEqual(["title", "content"]);
    expect(bytes).toBeLessThanOrEqual(256 * 1024);
  });
});
