import { crc32 } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { ExportRecordFile } from "#contract/exportFormat.ts";
import { EXPORT_RECORDS, ExportManifest } from "#contract/exportFormat.ts";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { exportSchema } from "./describeExport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Exports a company over HTTP and returns the files of the ZIP file. */
async function exportCompany(company: TestCompany, admin: TestUser): Promise<Map<string, Buffer>> {
  const visitor = portal.visitor(company.host, admin);
  const { body } = await visitor.post("/api/exports");
  await runJobs(portal);
  const { statusCode, rawPayload } = await portal.app.inject({
    url: `/api/exports/${String(body.id)}/file`,
    headers: { host: company.host, cookie: admin.cookie },
  });
  expect(statusCode).toBe(200);
  return readZip(rawPayload);
}

type Records = Record<string, unknown>[];

/** Parses the records of a file. Each record must have exactly the fields in `EXPORT_RECORDS`. */
function recordsIn(files: ReadonlyMap<string, Buffer>, file: ExportRecordFile): Records {
  const lines = (files.get(file)?.toString() ?? "missing").split("\n").slice(0, -1);
  return lines.map((line) => {
    const record = JSON.parse(line) as Record<string, unknown>;
    expect(EXPORT_RECORDS[file].parse(record)).toEqual(record);
    return record;
  });
}

/** Creates a company with items in every state, internal notes, and people of other companies. */
async function richCompany() {
  const company = await portal.company("Acme");
  const admin = await portal.user("company_admin", company);
  const customer = await portal.user("user", company);
  const other = await portal.company();
  const [guest, onlyVoter] = [await portal.user("user", other), await portal.user("user")];
  const visitor = portal.visitor(company.host, admin);
  const board = await portal.board(company, { isPrivate: true });
  const topic = await portal.category(company);
  const target = await portal.item(board, { title: "=1+1", userId: customer.id });
  const source = await portal.item(board, { userId: guest.id, boardCategoryId: topic.id });
  const closed = await portal.item(board, { description: 'Two\nlines, "quoted" ✓' });
  const pending = await portal.item(board);
  await portal.sql("update feedback_item set is_pending = true, state = 'pending' where id = $1", [
    pending.id,
  ]);
  await portal.sql(
    `with vote as (
       insert into user_vote (company_id, feedback_id, user_id, recorded_by_id, is_recorded, is_following)
       values ($1, $2, $3, $4, true, false) returning feedback_id
     )
     update feedback_item set votes = 1 where id in (select feedback_id from vote)`,
    [company.id, source.id, onlyVoter.id, admin.id],
  );
  const path = (item: { id: number }, rest = "") => `/api/feedback/${String(item.id)}${rest}`;
  const replies = [
    await visitor.patch(path(target), { assigneeId: admin.id, status: "planned", note: "Soon" }),
    await visitor.post(path(target, "/comments"), { content: "+A note", isInternal: true }),
    await visitor.post("/api/views", {
      name: "Mine",
      filters: { assigneeId: admin.id, boardId: board.id, sort: "date" },
    }),
    await visitor.post(path(source, "/comments"), { content: "Moved with the merge" }),
    await visitor.post(path(closed, "/close"), { reason: "wont_do", note: "No" }),
    await visitor.post(path(source, "/merge"), { targetId: target.id }),
  ];
  expect(replies.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2, 2, 2, 2]);
  return {
    company,
    admin,
    customer,
    guest,
    onlyVoter,
    board,
    topic,
    target,
    source,
    closed,
    pending,
  };
}

test("an export contains the company's records and logo in the documented format, and a manifest with the size and checksum of each file", async () => {
  const scene = await richCompany();
  const { company, admin, customer, guest, onlyVoter, target, source, closed, pending } = scene;
  const logo = Buffer.from("not really a picture");
  await portal.sql(
    "insert into company_logo (company_id, content_type, content) values ($1, 'image/png', $2)",
    [company.id, logo],
  );
  const files = await exportCompany(company, admin);
  const items = recordsIn(files, "data/items.jsonl");
  expect(items.map(({ id, state }) => [id, state])).toEqual([
    [target.id, "open"],
    [source.id, "merged"],
    [closed.id, "closed"],
    [pending.id, "pending"],
  ]);
  expect(items[0]).toMatchObject({ assigneeId: admin.id, authorId: customer.id, isAnswered: true });
  expect(items[1]).toMatchObject({
    boardId: scene.board.id,
    boardCategoryId: scene.topic.id,
    merged: { intoId: target.id },
  });
  expect(items[2]).toMatchObject({ closed: { reason: "wont_do", note: "No" }, authorId: null });
  expect(recordsIn(files, "data/votes.jsonl")).toMatchObject([
    { itemId: target.id, personId: onlyVoter.id, mergedFromId: source.id },
    { itemId: source.id, isRecorded: true, recordedById: admin.id, isFollowing: false },
  ]);
  expect(recordsIn(files, "data/comments.jsonl")).toMatchObject([
    { itemId: target.id, visibility: "internal", content: "+A note", mergedFromId: null },
    { itemId: target.id, visibility: "public", authorId: admin.id, mergedFromId: source.id },
  ]);
  expect(recordsIn(files, "data/saved-views.jsonl")).toMatchObject([
    {
      name: "Mine",
      filters: { assigneeId: admin.id, boardId: scene.board.id, sort: "date" },
    },
  ]);
  expect(recordsIn(files, "data/status-changes.jsonl")).toMatchObject([
    { itemId: target.id, personId: admin.id, toStatus: "planned", note: "Soon" },
  ]);
  expect(recordsIn(files, "data/follows.jsonl")).toContainEqual(
    expect.objectContaining({ itemId: target.id, personId: admin.id, level: "all" }),
  );
  expect(recordsIn(files, "data/people.jsonl")).toEqual(
    expect.arrayContaining(
      [
        { id: admin.id, fullName: admin.fullName, username: admin.username, role: "company_admin" },
        { id: customer.id, username: customer.username, role: "user" },
        { id: guest.id, username: guest.username, role: "guest" },
        { id: onlyVoter.id, username: onlyVoter.username, role: "guest" },
      ].map((person) => expect.objectContaining(person) as unknown),
    ),
  );
  expect(recordsIn(files, "data/boards.jsonl")).toMatchObject([{ isPrivate: true }]);
  expect(recordsIn(files, "data/board-categories.jsonl")).toMatchObject([{ id: scene.topic.id }]);
  expect(recordsIn(files, "data/company.jsonl")).toMatchObject([
    { name: "Acme", logo: { file: "data/logo.png", contentType: "image/png" } },
  ]);
  expect(files.get("data/logo.png")).toEqual(logo);
  expect(JSON.parse(files.get("schema.json")?.toString() ?? "")).toEqual(exportSchema());
  const manifest = ExportManifest.parse(JSON.parse(files.get("manifest.json")?.toString() ?? ""));
  expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(
    [...files.keys()].filter((name) => name !== "manifest.json").toSorted(),
  );
  for (const { name, bytes, crc32: checksum, records } of manifest.files) {
    const content = files.get(name) ?? Buffer.alloc(0);
    expect([name, content.length, crc32(content)]).toEqual([
      name,
      bytes,
      Number.parseInt(checksum, 16),
    ]);
    if (name.endsWith(".jsonl"))
      expect([name, recordsIn(files, name as ExportRecordFile).length]).toEqual([name, records]);
  }
});

test("the CSV files of an export contain people's names, and no text in the files is a spreadsheet formula", async () => {
  const { company, admin, onlyVoter, target } = await richCompany();
  const files = await exportCompany(company, admin);
  const csv = (name: string) => files.get(name)?.toString() ?? "";
  expect(csv("items.csv")).toMatch(/^\uFEFF"ID","Title",/);
  expect(csv("items.csv")).toContain(`${String(target.id)},"'=1+1",`);
  expect(csv("items.csv")).toContain('"Two\nlines, ""quoted"" ✓"');
  expect(csv("comments.csv")).toContain(`"'+A note"`);
  expect(csv("votes.csv")).toContain(
    `"${onlyVoter.fullName}","${onlyVoter.username}","${admin.username}"`,
  );
  expect(csv("people.csv")).toContain(`"${onlyVoter.username}","guest"`);
  expect(csv("people.csv").split("\r\n")).toHaveLength(6);
});

test("an export contains no credentials and no data of another company", async () => {
  const { company, admin, guest } = await richCompany();
  const rival = await portal.company("Rival");
  const rivalBoard = await portal.board(rival, { name: "Rival board" });
  const rivalItem = await portal.item(rivalBoard, { title: "Rival item", userId: guest.id });
  await portal.comment(rivalItem, { content: "Rival comment", userId: admin.id });
  const outsider = await portal.user("user", rival);
  await portal.sql("update company set stripe_customer_id = 'cus_secret' where id = $1", [
    company.id,
  ]);
  const files = await exportCompany(company, admin);
  const everything = [...files.values()].map(String).join("\n");
  expect(everything).toContain(guest.username);
  for (const absent of ["Rival", outsider.username, "$argon2", "cus_secret", "token"])
    expect(everything).not.toContain(absent);
});

test("the export of an empty company contains every file", async () => {
  const company = await portal.company();
  const files = await exportCompany(company, await portal.user("company_admin", company));
  for (const file of Object.keys(EXPORT_RECORDS)) expect([...files.keys()]).toContain(file);
  expect(files.get("votes.csv")?.toString()).toMatch(/^\uFEFF"Item ID",[^\n]*\r\n$/);
  expect(recordsIn(files, "data/people.jsonl")).toHaveLength(1);
});
