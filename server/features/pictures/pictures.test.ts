import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Picture } from "#contract/pictures.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pictureOf, pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { cleanUpPictures } from "./cleanUpPictures.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const FOREIGN =
  "A picture of this text does not exist or belongs to another text. Please upload it again";

type Visitor = ReturnType<TestPortal["visitor"]>;

async function upload(visitor: Visitor, content?: Uint8Array) {
  const file = multipartOf({ name: "file", filename: "x", content: content ?? (await pngOf()) });
  return visitor.post("/api/pictures", file.payload, file.headers);
}

/** A company with an item, and everybody who could look at its pictures. */
async function scene() {
  const company = await portal.company();
  const other = await portal.company();
  const board = await portal.board(company);
  const user = await portal.user("user", company);
  const item = await portal.item(board, { userId: user.id });
  const viewers = {
    author: portal.visitor(company.host, user),
    anonymous: portal.visitor(company.host),
    customer: portal.visitor(company.host, await portal.user("user", company)),
    admin: portal.visitor(company.host, await portal.user("company_admin", company)),
    superAdmin: portal.visitor(company.host, await portal.user("super_admin")),
    stranger: portal.visitor(other.host, await portal.user("company_admin", other)),
  };
  const comments = `/api/feedback/${String(item.id)}/comments`;
  const seenBy = async (url: string) => {
    const statuses: Record<string, number> = {};
    for (const [name, visitor] of Object.entries(viewers))
      statuses[name] = (await visitor.get(url)).status;
    return statuses;
  };
  /** Uploads a picture and returns its address. */
  const newPicture = async (by: Visitor = viewers.author) =>
    ((await upload(by)).body as Picture).url;
  const read = (url: string, headers: Record<string, string> = {}) =>
    portal.app.inject({ url, headers: { host: company.host, ...headers } });
  return { company, other, board, user, item, ...viewers, comments, seenBy, newPicture, read };
}

const EVERYBODY = {
  anonymous: 200,
  author: 200,
  customer: 200,
  admin: 200,
  superAdmin: 200,
  stranger: 404,
};
const NOBODY = {
  anonymous: 404,
  author: 404,
  customer: 404,
  admin: 404,
  superAdmin: 404,
  stranger: 404,
};

describe("uploading", () => {
  test("a picture becomes an upright WebP of two sizes without metadata", async () => {
    const { author, user, read } = await scene();
    const content = await pictureOf(3000, 1000)
      .withExif({ IFD0: { Copyright: "someone's name" }, IFD3: { GPSLatitude: "52/1 31/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(content.includes("someone's name")).toBe(true);
    const { status, body } = await upload(author, content);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      width: 533,
      height: 1600,
      url: `/pictures/${body.id}/533x1600.webp`,
    });
    const { rawPayload, headers } = await read(body.url, { cookie: user.cookie });
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, no-cache",
    });
    const { format, width, height, exif, icc, xmp } = await sharp(rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 533, height: 1600 });
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
    const wide = await upload(author, await pngOf(2000, 500));
    const small = await read(`/pictures/${wide.body.id}/640.webp`, { cookie: user.cookie });
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 640, height: 160 });
  });

  test("who may not write may not upload", async () => {
    const { anonymous, author, user, company } = await scene();
    expect((await upload(anonymous)).status).toBe(401);
    await portal.sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
      company.id,
      user.id,
    ]);
    expect((await upload(author)).status).toBe(403);
  });

  test("a company's pictures take up at most its quota", async () => {
    const { company, author, customer } = await scene();
    await portal.sql(
      `insert into picture (company_id, width, height, bytes, content) values ($1, 9, 9, $2, 'x')`,
      [company.id, 1024 * 1024 * 1024 - 1],
    );
    const { status, body } = await upload(author);
    expect([status, body.message]).toEqual([
      409,
      "The pictures take up the 1024 MB that a company has",
    ]);
    expect((await upload(customer)).status).toBe(409);
  });
});

describe("a picture is visible exactly to those who see its text", () => {
  test("before it stands in a text, to its uploader alone", async () => {
    const { seenBy, newPicture } = await scene();
    const url = await newPicture();
    expect(await seenBy(url)).toEqual({ ...NOBODY, author: 200 });
  });

  test("in a public comment, to everybody, until the comment is deleted", async () => {
    const { seenBy, newPicture, author, comments } = await scene();
    const url = await newPicture();
    const { body } = await author.post(comments, { content: `Look: ![a chart](${url})` });
    expect(await seenBy(url)).toEqual(EVERYBODY);
    await author.delete(`${comments}/${String(body.id)}`);
    expect(await seenBy(url)).toEqual({ ...NOBODY, author: 200 });
  });

  test("in an internal note, to the admins", async () => {
    const { seenBy, newPicture, admin, comments } = await scene();
    const url = await newPicture(admin);
    await admin.post(comments, { content: `![a chart](${url})`, isInternal: true });
    expect(await seenBy(url)).toEqual({ ...NOBODY, admin: 200, superAdmin: 200 });
  });

  test("in a comment that waits for approval, to its author and the admins", async () => {
    const { seenBy, newPicture, author, comments, company } = await scene();
    await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
    const url = await newPicture();
    await author.post(comments, { content: `![a chart](${url})` });
    expect(await seenBy(url)).toEqual({ ...NOBODY, author: 200, admin: 200, superAdmin: 200 });
  });

  test("in a rejected comment that is restored, to those who saw it before", async () => {
    const { seenBy, newPicture, author, comments, company, admin } = await scene();
    await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
    const url = await newPicture();
    const { body } = await author.post(comments, { content: `![a chart](${url})` });
    const [post] = (await admin.get("/api/moderation")).body;
    const rejection = await admin.post("/api/moderation/reject", {
      commentId: body.id,
      version: post.version,
    });
    expect(rejection.status).toBe(200);
    expect(await seenBy(url)).toEqual({ ...NOBODY, author: 200 });
    await admin.post(`/api/undo/${String(rejection.body.undoToken)}`);
    expect(await seenBy(url)).toEqual({ ...NOBODY, author: 200, admin: 200, superAdmin: 200 });
  });

  test("in an item whose board becomes private, to the admins, and no cache has kept it for long", async () => {
    const { seenBy, newPicture, author, board, company, read, admin } = await scene();
    const url = await newPicture();
    const submission = {
      title: "A chart",
      description: `![a chart](${url})`,
      boardId: board.id,
    };
    expect((await author.post("/api/feedback", submission)).status).toBe(201);
    expect(await seenBy(url)).toEqual(EVERYBODY);
    const { headers } = await read(url);
    expect(headers["cache-control"]).toBe("public, max-age=60");
    const etag = String(headers.etag);
    const again = await read(url, { "if-none-match": etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    await admin.patch(`/api/boards/${String(board.id)}`, { isPrivate: true });
    expect(await seenBy(url)).toEqual({ ...NOBODY, admin: 200, superAdmin: 200 });
    expect((await read(url, { "if-none-match": etag })).statusCode).toBe(404);
    const seen = await read(url, { cookie: (await portal.user("company_admin", company)).cookie });
    expect(seen.headers["cache-control"]).toBe("private, no-cache");
  });

  test("in the notes of an item, to those who see the item", async () => {
    const { seenBy, newPicture, admin, item } = await scene();
    const path = `/api/feedback/${String(item.id)}`;
    const [ofStatus, ofClosing] = [await newPicture(admin), await newPicture(admin)];
    await admin.patch(path, { status: "planned", note: `![a chart](${ofStatus})` });
    await admin.post(`${path}/close`, { reason: "other", note: `![a chart](${ofClosing})` });
    for (const url of [ofStatus, ofClosing]) expect(await seenBy(url)).toEqual(EVERYBODY);
  });

  test("in the note of a status change that is undone, to its uploader alone", async () => {
    const { seenBy, newPicture, admin, item } = await scene();
    const url = await newPicture(admin);
    const { body } = await admin.patch(`/api/feedback/${String(item.id)}`, {
      status: "planned",
      note: `![a chart](${url})`,
    });
    expect((await admin.post(`/api/undo/${String(body.undoToken)}`)).status).toBe(200);
    expect(await seenBy(url)).toEqual({ ...NOBODY, admin: 200 });
  });
});

describe("a picture stands in one text", () => {
  test("a picture that is unknown, of another text, person or company is refused and nothing is changed", async () => {
    const { newPicture, author, comments, customer, stranger } = await scene();
    const used = await newPicture();
    await author.post(comments, { content: `![used](${used})` });
    const refused = [
      used,
      await newPicture(customer),
      await newPicture(stranger),
      "/pictures/0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40/9x9.webp",
    ];
    for (const url of refused) {
      const { status, body } = await author.post(comments, { content: `![a chart](${url})` });
      expect([status, body.errors]).toEqual([400, { content: [FOREIGN] }]);
    }
    expect((await author.get(comments)).body).toHaveLength(1);
    const elsewhere = `https://elsewhere.example${used}`;
    expect((await author.post(comments, { content: elsewhere })).status).toBe(201);
  });

  test("a text has at most ten pictures", async () => {
    const { author, comments, newPicture } = await scene();
    const urls = [];
    for (let count = 0; count < 11; count += 1) urls.push(await newPicture());
    const contentOf = (some: string[]) => some.map((url) => `![a chart](${url})`).join("\n");
    const { status, body } = await author.post(comments, { content: contentOf(urls) });
    expect([status, body.message]).toEqual([400, "A text can have at most 10 pictures"]);
    expect((await author.post(comments, { content: contentOf(urls.slice(1)) })).status).toBe(201);
  });

  test("a change takes a picture out of a text and puts it back", async () => {
    const { author, comments, newPicture, seenBy } = await scene();
    const [first, second] = [await newPicture(), await newPicture()];
    const { body } = await author.post(comments, { content: `![one](${first})` });
    const path = `${comments}/${String(body.id)}`;
    expect((await author.patch(path, { content: `![two](${second})` })).status).toBe(200);
    expect(await seenBy(first)).toEqual({ ...NOBODY, author: 200 });
    expect(await seenBy(second)).toEqual(EVERYBODY);
    const both = `![one](${first}) ![two](${second})`;
    expect((await author.patch(path, { content: both })).status).toBe(200);
    for (const url of [first, second]) expect(await seenBy(url)).toEqual(EVERYBODY);
  });
});

describe("deleting", () => {
  const stored = async (url: string) =>
    (await portal.sql("select 1 from picture where id = $1", [url.split("/")[2]])).length;

  test("what has stood in no text for a day is deleted, and nothing else", async () => {
    const { author, comments, newPicture } = await scene();
    const [used, fresh, old, orphaned] = [
      await newPicture(),
      await newPicture(),
      await newPicture(),
      await newPicture(),
    ];
    await author.post(comments, { content: `![used](${used})` });
    const { body } = await author.post(comments, { content: `![orphaned](${orphaned})` });
    await author.delete(`${comments}/${String(body.id)}`);
    await portal.sql("update picture set loose_since = now() - interval '25 hours' where id = $1", [
      old.split("/")[2],
    ]);
    await cleanUpPictures(portal.database.system, undefined);
    expect(await Promise.all([used, fresh, old, orphaned].map(stored))).toEqual([1, 1, 0, 1]);
    await portal.sql(
      "update picture set loose_since = loose_since - interval '25 hours' where loose_since is not null",
    );
    await cleanUpPictures(portal.database.system, undefined);
    expect(await Promise.all([used, fresh, orphaned].map(stored))).toEqual([1, 0, 0]);
  });

  test("pictures go with their uploader if they stand nowhere, and with their company", async () => {
    const { author, user, company, comments, newPicture, superAdmin } = await scene();
    const [used, loose] = [await newPicture(), await newPicture()];
    await author.post(comments, { content: `![used](${used})` });
    await portal.sql("delete from user_account where id = $1", [user.id]);
    await cleanUpPictures(portal.database.system, undefined);
    expect(await Promise.all([used, loose].map(stored))).toEqual([1, 0]);
    expect((await superAdmin.delete(`/api/admin/companies/${String(company.id)}`)).status).toBe(
      204,
    );
    expect(await stored(used)).toBe(0);
  });
});
