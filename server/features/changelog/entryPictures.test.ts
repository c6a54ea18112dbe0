import { beforeAll, expect, test } from "vitest";
import type { ChangelogEntry } from "#contract/changelog.ts";
import type { Picture } from "#contract/pictures.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const FOREIGN =
  "A picture of this text does not exist or belongs to another text. Please upload it again";

const pathOf = ({ id }: { id: number }, rest = "") => `/api/changelog/${String(id)}${rest}`;

async function newPicture(by: Visitor): Promise<string> {
  const file = multipartOf({ name: "file", filename: "x", content: await pngOf() });
  return ((await by.post("/api/pictures", file.payload, file.headers)).body as Picture).url;
}

async function scene() {
  const cast = await newCast(portal);
  const { A, U, C, V } = cast.viewers;
  const picture = await newPicture(C);
  const cover = await newPicture(C);
  const body = { title: "Dark mode", body: `![A chart](${picture})`, coverUrl: cover };
  const created = await C.post("/api/changelog", { ...body, coverAlt: "A dark page" });
  expect(created.status).toBe(201);
  const entry = created.body as ChangelogEntry;
  const patch = async (change: object) => {
    const { body: now } = await C.get(pathOf(entry));
    const { revision } = (now as ChangelogEntry).editing ?? {};
    return C.patch(pathOf(entry), { revision, ...change });
  };
  const seenBy = async (url: string) => {
    const statuses = { A, U, C, V } satisfies Partial<Record<ViewerKey, Visitor>>;
    return Promise.all(Object.values(statuses).map(async (each) => (await each.get(url)).status));
  };
  return { ...cast, C, A, entry, picture, cover, patch, seenBy };
}

const ADMINS = [404, 404, 200, 404];
const EVERYBODY = [200, 200, 200, 200];

test("the pictures of an entry are seen by admins only until it is published, and again after it is unpublished", async () => {
  const { C, A, entry, picture, cover, seenBy } = await scene();
  expect(entry).toMatchObject({ coverUrl: cover, coverAlt: "A dark page" });
  const caching = async (by: Visitor) => (await by.get(cover)).headers["cache-control"];
  const at = new Date(Date.now() + 3_600_000).toISOString();
  for (const url of [picture, cover]) expect(await seenBy(url)).toEqual(ADMINS);
  expect(await caching(C)).toBe("private, no-cache");
  expect((await C.post(pathOf(entry, "/publish"), { at })).body.state).toBe("scheduled");
  for (const url of [picture, cover]) expect(await seenBy(url)).toEqual(ADMINS);
  expect((await C.post(pathOf(entry, "/publish"), {})).body.state).toBe("published");
  for (const url of [picture, cover]) expect(await seenBy(url)).toEqual(EVERYBODY);
  expect(await caching(A)).toBe("public, max-age=60");
  const { headers } = await A.get(cover);
  await C.post(pathOf(entry, "/unpublish"));
  for (const url of [picture, cover]) expect(await seenBy(url)).toEqual(ADMINS);
  const kept = await A.get(cover, { "if-none-match": String(headers["etag"]) });
  expect(kept.status).toBe(404);
});

test("a picture that is unknown or stands elsewhere is refused beside its field, and nothing changes", async () => {
  const { C, entry, picture, cover, patch, viewers } = await scene();
  const unknown = picture.replaceAll(/[\da-f]{8}-/g, "00000000-");
  const ofCustomer = await newPicture(viewers.U);
  const refusals = [
    [{ title: "B", body: `![x](${unknown})` }, "body"],
    [{ title: "B", body: `![x](${ofCustomer})` }, "body"],
    [{ title: "B", coverUrl: unknown }, "coverUrl"],
    [{ title: "B", coverUrl: ofCustomer }, "coverUrl"],
    // The picture stands in the text.
    [{ title: "B", coverUrl: picture }, "coverUrl"],
  ] as const;
  for (const [change, field] of refusals) {
    const { status, body } = await patch(change);
    expect([status, body.errors]).toEqual([400, { [field]: [FOREIGN] }]);
  }
  const address = await patch({ coverUrl: "https://elsewhere.example/x.png" });
  expect([address.status, address.body.errors]).toEqual([
    400,
    { coverUrl: ["The cover must be an uploaded picture"] },
  ]);
  const other = await C.post("/api/changelog", { title: "Other", coverUrl: cover });
  expect(other.status).toBe(400);
  expect((await C.get(pathOf(entry))).body).toMatchObject({
    title: "Dark mode",
    coverUrl: cover,
    editing: { revision: 1 },
  });
});

test("a removed cover is seen by its uploader only, and the pictures of a deleted entry come back with it", async () => {
  const { C, entry, picture, cover, patch, seenBy } = await scene();
  await C.post(pathOf(entry, "/publish"), {});
  const removed = await patch({ coverUrl: null, coverAlt: "" });
  expect(removed.body).toMatchObject({ coverUrl: null, coverAlt: null });
  expect(await seenBy(cover)).toEqual(ADMINS);
  expect((await patch({ coverUrl: cover })).status).toBe(200);
  const { undoToken } = (await C.delete(pathOf(entry))).body as { undoToken: string };
  for (const url of [picture, cover]) expect(await seenBy(url)).toEqual(ADMINS);
  expect((await C.post(`/api/undo/${undoToken}`)).status).toBe(200);
  for (const url of [picture, cover]) expect(await seenBy(url)).toEqual(EVERYBODY);
  expect((await patch({ body: `![A chart](${picture})`, coverUrl: cover })).status).toBe(200);
});

test("the feeds have the cover with an absolute address", async () => {
  const { A, C, company, entry, cover } = await scene();
  await C.post(pathOf(entry, "/publish"), {});
  const address = `http://${company.host}${cover}`;
  const json = JSON.parse((await A.get("/changelog.json")).text) as { items: object[] };
  expect(json.items).toMatchObject([{ image: address }]);
  for (const format of ["atom", "rss", "json"]) {
    const { text } = await A.get(`/changelog.${format}`);
    expect(text).toContain("A dark page");
    expect(text).toContain(address);
  }
});
