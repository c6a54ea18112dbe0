import { PassThrough } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
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
  const board = await portal.board(company);
  const user = await portal.user("company_admin", company);
  const admin = portal.visitor(company.host, user);
  const upload = (content: string | Uint8Array) => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content },
    );
    return admin.post("/api/imports", payload, headers);
  };
  const importFile = async (content: string | Uint8Array) => {
    const { body } = await upload(content);
    const path = `/api/imports/${String(body.id)}`;
    await runJobs(portal);
    await admin.patch(path, { boardId: board.id });
    for (const verb of ["dry-run", "run"]) {
      await admin.post(`${path}/${verb}`);
      await runJobs(portal);
    }
    return portal.sql<{ title: string; description: string }>(
      "select title, description from feedback_item where company_id = $1 order by id",
      [company.id],
    );
  };
  const countStored = async () =>
    (await portal.sql("select from import_run where company_id = $1", [company.id])).length;
  const countParts = async () =>
    (await portal.sql("select from import_part where company_id = $1", [company.id])).length;
  return { company, user, admin, upload, importFile, countStored, countParts };
}

const TEXT = 'Title;Content\r\nGrün;"Zeile 1\r\nZeile 2; ""ja"""\r\n\r\nÄpfel;Öl\r\n';
const ROWS = [
  { title: "Grün", description: 'Zeile 1\r\nZeile 2; "ja"' },
  { title: "Äpfel", description: "Öl" },
];

describe("encodings and invalid files of CSV imports", () => {
  test.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`)],
    ["UTF-16LE", Buffer.from(`\uFEFF${TEXT}`, "utf16le")],
    ["UTF-16BE", Buffer.from(`\uFEFF${TEXT}`, "utf16le").swap16()],
    ["UTF-16LE without a byte order mark", Buffer.from(TEXT, "utf16le")],
    ["UTF-16BE without a byte order mark", Buffer.from(TEXT, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(TEXT, "latin1")],
    [
      "UTF-8 with tabs and line feeds",
      Buffer.from(TEXT.replaceAll(";C", "\tC").replaceAll("n;", "n\t").replaceAll("l;", "l\t")),
    ],
  ])("a CSV file in %s is imported", async (_, content) => {
    const { importFile } = await scene();
    expect(await importFile(content)).toEqual(ROWS);
  });

  test("a CSV file in Windows-1252 is imported even if some of its characters happen to be valid UTF-8", async () => {
    const { importFile } = await scene();
    // The bytes of "ß\u201c" are DF 93, which is one character in UTF-8.
    const text = "Title;Content\nGr\xfcn;\x84gro\xdf\x93 und sch\xf6n\n";
    const content = Buffer.from(text, "latin1");
    expect(await importFile(content)).toEqual([
      { title: "Grün", description: "\u201egroß\u201c und schön" },
    ]);
  });

  test.each([
    ["an empty file", "", "The file is empty"],
    ["a file with a NUL character", "title\na\0b\n", "This file is not text. Save it as CSV"],
    [
      "a file with invalid UTF-8",
      Buffer.concat([Buffer.from("title\nÄ\n"), Buffer.from([0xff, 0x0a])]),
      "This file is neither valid UTF-8 nor another known encoding. Save it as UTF-8",
    ],
    ["a file with 100,000 columns", "a,".repeat(100_000), "The file must have at most 200 columns"],
    [
      "a file with a heading of a million spaces",
      " ".repeat(1_000_000),
      "Line 1: a row is larger than 256 kB. Is a quote not closed?",
    ],
  ])("%s is refused as a CSV file, and no import is stored", async (_, content, message) => {
    const { upload, countStored } = await scene();
    const reply = await upload(content);
    expect([reply.status, reply.body]).toEqual([400, { message, errors: { file: [message] } }]);
    expect(await countStored()).toBe(0);
  });

  test("an unclosed quote is reported with its line, and another file can be uploaded afterwards", async () => {
    const { upload, admin, countStored } = await scene();
    const { body } = await upload(`title,content\n${"a,b\n".repeat(5)}c,"d\n${"e,f\n".repeat(10)}`);
    const path = `/api/imports/${String(body.id)}`;
    await runJobs(portal);
    expect((await admin.get(path)).body).toMatchObject({
      state: "failed",
      problem: expect.stringMatching(/^Line \d+: a quote is not closed$/),
    });
    expect(await portal.sql("select from import_part")).toEqual([]);
    expect((await upload("title\na\n")).status).toBe(201);
    expect((await upload("title\na\n")).body).toEqual({
      message: "Another import is not finished",
    });
    expect((await admin.delete(path)).status).toBe(204);
    expect(await countStored()).toBe(1);
  });
});

test("a slow upload continues while its parts arrive, and another upload replaces it after five minutes without a part", async () => {
  const { company, user, upload, countParts } = await scene();
  const { payload, headers } = multipartOf(
    { name: "source", content: "csv" },
    { name: "file", filename: "slow.csv", type: "text/csv", content: "a,b\n".repeat(200_000) },
  );
  const body = new PassThrough();
  const slow = portal.app.inject({
    method: "POST",
    url: "/api/imports",
    headers: { host: company.host, cookie: user.cookie, ...headers },
    payload: body,
  });
  const lastPartMinutesAgo = (minutes: number) =>
    portal.sql(
      "update import_run set worked_at = now() - make_interval(mins => $2) where company_id = $1",
      [company.id, minutes],
    );

  body.write(payload.subarray(0, 300_000));
  await expect.poll(countParts).toBe(1);
  await lastPartMinutesAgo(6);
  body.write(payload.subarray(300_000, 600_000));
  await expect.poll(countParts).toBe(2);
  expect((await upload(TEXT)).status).toBe(409);

  await lastPartMinutesAgo(6);
  expect((await upload(TEXT)).status).toBe(201);
  body.end(payload.subarray(600_000));
  expect((await slow).json()).toEqual({
    message: "No part of this file arrived for five minutes, and another upload has begun",
  });
});
