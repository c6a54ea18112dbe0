import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { withOpenTransaction } from "#server/checks/fixtures/openTransaction.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});

/** Parses a CSV file by RFC 4180, as a spreadsheet does, and returns the cells of each line. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of csv
    .replace("\uFEFF", "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy)) {
    cells.push((quoted ?? plain ?? "").replaceAll('""', '"'));
    if (end === "\r\n") {
      rows.push(cells);
      cells = [];
    }
  }
  return rows;
}

async function withEntries(subjects: string[], details: object = {}) {
  const company = await portal.company("=Formulas & Co");
  const admin = await portal.user("company_admin", company);
  for (const subject of subjects) {
    await portal.sql(
      `insert into audit_entry (company_id, actor_username, action, subject, details, ip)
       values ($1, $2, 'board.update', $3, $4, '192.0.2.1')`,
      [company.id, admin.username, subject, JSON.stringify(details)],
    );
  }
  return { company, admin, path: `/api/company/${String(company.id)}/audit-log.csv` };
}

const DANGEROUS = [
  "=1+1",
  "+1",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  " =1+1",
  "\u00a0=1+1",
  "|calc",
  "%00",
  "\ufeff=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠A1",
];

describe("exporting the audit log", () => {
  test("the exported audit log is a download with a header line and one line per entry, and must not be cached", async () => {
    const { company, admin, path } = await withEntries(["Ideas"], {
      name: "Ideas",
      isPrivate: true,
    });
    const { status, headers, text } = await portal.visitor(company.host, admin).get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(cellsOf(text)).toEqual([
      ["Time (UTC)", "Company", "Who", "Action", "Subject", "Details", "IP address"],
      [
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        "'=Formulas & Co",
        admin.username,
        "board.update",
        "Ideas",
        '{"name":"Ideas","isPrivate":true}',
        "192.0.2.1",
      ],
    ]);
  });

  test("no cell of an exported audit log is evaluated as a formula", async () => {
    const { company, admin, path } = await withEntries(DANGEROUS);
    const { text } = await portal.visitor(company.host, admin).get(path);
    const found = cellsOf(text)
      .slice(1)
      .map((cells) => cells[4]);
    expect(found).toEqual(DANGEROUS.map((subject) => `'${subject}`).toReversed());
  });

  test("quotes, commas and line breaks stay inside their CSV cell", async () => {
    const subjects = [
      'He said "no"',
      "a,b;c",
      "one\ntwo",
      "one\r\ntwo",
      '","","evil',
      "",
      "Ünï 😀 \u2028",
    ];
    const { company, admin, path } = await withEntries(subjects, { text: '"quoted",\n' });
    const { text } = await portal.visitor(company.host, admin).get(path);
    const rows = cellsOf(text).slice(1);
    expect(rows.map((cells) => cells.length)).toEqual(subjects.map(() => 7));
    expect(rows.map((cells) => cells[4])).toEqual(subjects.toReversed());
    expect(rows[0]?.[5]).toBe('{"text":"\\"quoted\\",\\n"}');
  });

  test("an export of an audit log with 1,200 entries contains every entry that matches the filters exactly once", async () => {
    const { company, admin, path } = await withEntries([]);
    await portal.sql(
      `insert into audit_entry (company_id, actor_username, action, subject, ip, created_at)
       select $1, 'bulk@example.com', case when n % 2 = 0 then 'board.update' else 'category.update' end, 'Entry ' || n,
         '192.0.2.1', '2026-01-01'::timestamptz + n / 7 * interval '1 second'
       from generate_series(1, 1200) n`,
      [company.id],
    );
    const visitor = portal.visitor(company.host, admin);
    const subjects = async (query: string) => {
      const rows = cellsOf((await visitor.get(`${path}${query}`)).text).slice(1);
      return rows.map((cells) => cells[4] ?? "");
    };
    const all = await subjects("");
    expect([all.length, new Set(all).size, all[0], all.at(-1)]).toEqual([
      1200,
      1200,
      "Entry 1200",
      "Entry 1",
    ]);
    expect(await subjects("?action=category")).toHaveLength(600);
    expect(await subjects("?search=entry%20119")).toHaveLength(11);
    expect(await subjects("?from=2026-01-02")).toEqual([]);
    const everything = await provider.get("/api/admin/audit-log.csv?search=bulk@");
    expect(cellsOf(everything.text)).toHaveLength(1201);
    expect(cellsOf(everything.text)[1]?.[1]).toBe("'=Formulas & Co");
  });

  test("the installation's exported audit log contains entries without a company", async () => {
    await provider.post("/api/admin/faqs", { question: "Why?", answer: "So." });
    const { text } = await provider.get("/api/admin/audit-log.csv?action=faq.create");
    expect(cellsOf(text)[1]?.slice(1, 5)).toEqual(["", expect.any(String), "faq.create", "Why?"]);
  });
});

test("an export whose first entries cannot be read gets an error response and no file", async () => {
  const { company, admin, path } = await withEntries([]);
  const lock = { text: "lock table audit_entry in access exclusive mode", values: [] };
  const { status, headers } = await withOpenTransaction(portal, lock, () =>
    portal.visitor(company.host, admin).get(path),
  );
  expect([status, headers["content-disposition"]]).toEqual([503, undefined]);
});

test("an admin's thirty-first export of the audit log within an hour gets 429", async () => {
  const { company, admin, path } = await withEntries([]);
  const statuses = [];
  for (let file = 1; file <= 31; file += 1)
    statuses.push((await portal.visitor(company.host, admin).get(path)).status);
  expect(statuses.slice(-2)).toEqual([200, 429]);
});
