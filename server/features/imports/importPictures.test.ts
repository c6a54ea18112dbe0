import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import type { Picture } from "#contract/pictures.ts";
import { picturesOf } from "#contract/pictures.ts";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pictureOf, pngBomb, pngOf } from "#server/checks/fixtures/pictures.ts";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import { startObjectStore } from "#server/checks/fixtures/startObjectStore.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { cleanUpPictures } from "#server/features/pictures/cleanUpPictures.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const FOLDER = "data/pictures/";

/** Exports a company with a picture in each kind of text. Returns the files and the addresses. */
async function exportedPictures(from: TestPortal) {
  const company = await from.company();
  const board = await from.board(company, { name: "Ideas" });
  const account = await from.user("company_admin", company);
  const admin = from.visitor(company.host, account);
  const upload = async (width: number): Promise<string> => {
    const content = await pngOf(width, 100);
    const file = multipartOf({ name: "file", filename: "x", content });
    return ((await admin.post("/api/pictures", file.payload, file.headers)).body as Picture).url;
  };
  const urls = {
    description: await upload(901),
    comment: await upload(902),
    note: await upload(903),
    closing: await upload(904),
    cover: await upload(905),
    body: await upload(906),
    internal: await upload(907),
  };
  // Somebody's draft belongs to nobody else's export.
  await upload(990);
  const created = await admin.post("/api/feedback", {
    title: "Dark mode",
    description: `Like this:\n\n![The menu](${urls.description})`,
    boardId: board.id,
  });
  const path = `/api/feedback/${String(created.body.id)}`;
  const entry = {
    title: "Dark mode is here",
    slug: "dark-mode",
    body: `![Before](${urls.body})`,
    coverUrl: urls.cover,
    coverAlt: "A dark page",
  };
  const replies = [
    created,
    await admin.post(`${path}/comments`, { content: `![Mine](${urls.comment})` }),
    await admin.post(`${path}/comments`, {
      content: `![Secret](${urls.internal})`,
      isInternal: true,
    }),
    await admin.patch(path, { status: "planned", note: `![Plan](${urls.note})`, notify: false }),
    await admin.post(`${path}/close`, { reason: "wont_do", note: `![No](${urls.closing})` }),
    await admin.post("/api/changelog", entry),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 201]);
  const made = await admin.post("/api/exports");
  await runJobs(from);
  const { rawPayload } = await from.app.inject({
    url: `/api/exports/${String(made.body.id)}/file`,
    headers: { host: company.host, cookie: account.cookie },
  });
  return { urls, zip: rawPayload, files: await readZip(rawPayload) };
}

const zipAgain = (files: ReadonlyMap<string, Buffer>) =>
  zipOf([...files].map(([name, content]) => ({ name, content: new Uint8Array(content) })));

/** Returns the addresses of the pictures in the imported texts of a company. */
async function shownPictures(of: TestPortal, companyId: number): Promise<string[]> {
  const rows = await of.sql<{ source: string | null }>(
    `select description_markdown as source from feedback_item where company_id = $1
     union all select close_note_markdown from feedback_item where company_id = $1
     union all select content_markdown from comment where company_id = $1
     union all select note_markdown from status_change where company_id = $1
     union all select body_markdown from changelog_entry where company_id = $1
     union all select cover_url from changelog_entry where company_id = $1`,
    [companyId],
  );
  return rows.flatMap(({ source }) => source?.match(/\/pictures\/[^)\s]+\.webp/g) ?? []);
}

const count = (run: ImportRun, kind = "picture") => {
  const { kind: _, ...fates } = run.counts.find((found) => found.kind === kind) ?? { kind };
  return fates;
};

const idsOf = (urls: readonly string[]) => urls.flatMap((url) => picturesOf(url));

test("an export contains the pictures of all texts, and an import shows them under new addresses to those who see the texts", async () => {
  const { urls, zip, files } = await exportedPictures(portal);
  const names = [...files.keys()].filter((name) => name.startsWith(FOLDER));
  expect(names.toSorted()).toEqual(
    idsOf(Object.values(urls))
      .map((id) => `${FOLDER}${id}.webp`)
      .toSorted(),
  );
  const scene = await importScene(portal);
  const run = await scene.importFile("hearback", zip);
  expect([run.state, count(run)]).toEqual(["done", { new: 7, changed: 0, same: 0, skipped: 0 }]);
  const shown = await shownPictures(portal, scene.company.id);
  expect(shown.map((url) => url.replace(/.*\//, "")).toSorted()).toEqual(
    Object.values(urls)
      .map((url) => url.replace(/.*\//, ""))
      .toSorted(),
  );
  expect(idsOf(shown).filter((id) => idsOf(Object.values(urls)).includes(id))).toEqual([]);
  const isSecret = (url: string) => /\/90[567]x/.test(url);
  for (const url of shown) {
    expect([url, (await scene.admin.get(url)).status]).toEqual([url, 200]);
    // Drafts of entries and internal notes are for admins.
    expect([url, (await scene.visitor.get(url)).status]).toEqual([url, isSecret(url) ? 404 : 200]);
  }
  const description = shown.find((url) => url.endsWith("/901x100.webp")) ?? "";
  const { rawPayload } = await portal.app.inject({
    url: description,
    headers: { host: scene.company.host },
  });
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "webp", width: 901 });
  // The clean-up leaves them alone.
  await cleanUpPictures(portal.database.system, undefined);
  expect((await scene.visitor.get(description)).status).toBe(200);

  const again = await scene.check(await scene.upload("hearback", zip));
  expect(again.counts.every((found) => found.new + found.changed + found.skipped === 0)).toBe(true);
  await scene.admin.delete(scene.pathOf(again));

  expect((await scene.work(run, "undo")).state).toBe("undone");
  expect(
    await portal.sql("select id from picture where company_id = $1", [scene.company.id]),
  ).toEqual([]);
});

test("the pictures of an export that are missing, damaged, too large or no pictures are named in the report, and the rest is imported", async () => {
  const { urls, files } = await exportedPictures(portal);
  const fileOf = (url: string) => `${FOLDER}${idsOf([url])[0] ?? ""}.webp`;
  const hostile = new Map(files);
  hostile.delete(fileOf(urls.comment));
  hostile.set(fileOf(urls.note), Buffer.from("<svg onload='alert(1)'/>"));
  hostile.set(fileOf(urls.closing), pngBomb(30_000, 30_000));
  hostile.set(fileOf(urls.cover), Buffer.alloc(9 * 1024 * 1024, "noise of a large file "));
  // The size in the address of this picture is wrong.
  hostile.set(fileOf(urls.body), await pictureOf(320, 200).webp().toBuffer());
  hostile.set(`${FOLDER}../../../../etc/passwd`, Buffer.from("x"));
  const scene = await importScene(portal);
  const run = await scene.importFile("hearback", await zipAgain(hostile));
  expect([run.state, count(run), count(run, "item")]).toEqual([
    "done",
    { new: 3, changed: 0, same: 0, skipped: 4 },
    { new: 1, changed: 0, same: 0, skipped: 0 },
  ]);
  const problems = new Map(run.skipped.map(({ title, reason }) => [title, reason]));
  expect(Object.fromEntries(problems)).toEqual({
    [fileOf(urls.comment)]: "The picture is not in the file",
    [fileOf(urls.note)]: "Please select a PNG, JPG, WebP or GIF file",
    [fileOf(urls.closing)]: "The image must have at most 24 megapixels",
    [fileOf(urls.cover)]: expect.stringMatching(/too large/),
  });
  const shown = await shownPictures(portal, scene.company.id);
  const statuses = await Promise.all(shown.map(async (url) => (await scene.admin.get(url)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(shown.some((url) => url.endsWith("/320x200.webp"))).toBe(true);
  // A text whose picture is missing can be saved.
  const path = `/api/feedback/${String(await scene.idOf("Dark mode"))}`;
  const [entry] = (await scene.admin.get("/api/changelog")).body;
  const { body: own } = await scene.admin.get(`/api/changelog/${String(entry.id)}`);
  const saved = await scene.admin.patch(`/api/changelog/${String(entry.id)}`, {
    revision: own.editing.revision,
    body: `${String(own.body)} More.`,
    coverUrl: own.coverUrl,
  });
  expect(saved.status).toBe(200);
  const { body: item } = await scene.admin.get(path);
  expect(
    (await scene.admin.patch(path, { description: `${String(item.description)} More.` })).status,
  ).toBe(200);
});

test("an import stays below the quota of pictures and names those that it leaves out", async () => {
  const { zip } = await exportedPictures(portal);
  const scene = await importScene(portal);
  await portal.sql(
    `insert into picture (company_id, width, height, bytes, content)
     values ($1, 9, 9, 1024 * 1024 * 1024 - 1, 'x')`,
    [scene.company.id],
  );
  const run = await scene.check(await scene.upload("hearback", zip));
  expect(count(run)).toEqual({ new: 0, changed: 0, same: 0, skipped: 7 });
  expect(run.skipped[0]?.reason).toBe("The pictures take up the 1024 MB that a company has");
});

test("pictures in an S3-compatible store are exported, imported and deleted with an undone import", async () => {
  const store = await startObjectStore();
  const stored = await startTestPortal({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  });
  const { zip } = await exportedPictures(stored);
  const scene = await importScene(stored);
  const run = await scene.importFile("hearback", zip);
  expect(count(run)).toMatchObject({ new: 7, skipped: 0 });
  const shown = await shownPictures(stored, scene.company.id);
  const read = () => Promise.all(shown.map(async (url) => (await scene.admin.get(url)).status));
  expect(await read()).toEqual(shown.map(() => 200));
  // The files were noted before they were stored. They belong to pictures now.
  await stored.sql("update removed_picture set removed_at = now()");
  await cleanUpPictures(stored.database.system, store);
  expect(await read()).toEqual(shown.map(() => 200));
  await scene.work(run, "undo");
  await cleanUpPictures(stored.database.system, store);
  expect(
    await stored.sql("select id from picture where company_id = $1", [scene.company.id]),
  ).toEqual([]);
  expect(await stored.sql("select * from removed_picture")).toEqual([]);
});

test("the pictures of a backup of Fider are shown in the imported posts and comments", async () => {
  const blob = async (width: number) => new Uint8Array(await pngOf(width, 60));
  const at = { created_at: "2024-03-02T10:00:00Z" };
  const content = await fiderBackup({
    posts: [
      { id: 101, number: 1, title: "Inline", description: "![A](fider-image:a/1-in.png)", ...at },
      { id: 102, number: 2, title: "Attached", description: "See below", ...at },
    ],
    comments: [{ id: 1, post_id: 101, content: "Mine", user_id: 2, ...at }],
    attachments: [
      { post_id: 101, comment_id: null, attachment_bkey: "a/1-in.png" },
      { post_id: 102, comment_id: null, attachment_bkey: "a/2-below.png" },
      { post_id: 102, comment_id: null, attachment_bkey: "a/gone.png" },
      { post_id: 101, comment_id: 1, attachment_bkey: "a/3-comment.png" },
    ],
  });
  const files = await readZip(Buffer.from(content));
  for (const [key, width] of [
    ["a/1-in.png", 301],
    ["a/2-below.png", 302],
    ["a/3-comment.png", 303],
  ] as const)
    files.set(`blobs/${key}`, Buffer.from(await blob(width)));
  const scene = await importScene(portal);
  const zip = await zipAgain(files);
  const run = await scene.importFile("fider", zip);
  expect(count(run)).toEqual({ new: 3, changed: 0, same: 0, skipped: 1 });
  expect(run.skipped.map(({ title, reason }) => [title, reason])).toContainEqual([
    "blobs/a/gone.png",
    "The picture is not in the file",
  ]);
  const shown = await shownPictures(portal, scene.company.id);
  expect(shown.map((url) => url.replace(/.*\//, "")).toSorted()).toEqual([
    "301x60.webp",
    "302x60.webp",
    "303x60.webp",
  ]);
  for (const url of shown) expect([url, (await scene.visitor.get(url)).status]).toEqual([url, 200]);
  const again = await scene.check(await scene.upload("fider", zip));
  expect(again.counts.every((found) => found.new + found.changed === 0)).toBe(true);
});
