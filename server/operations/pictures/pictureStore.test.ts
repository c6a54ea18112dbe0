import { expect, test } from "vitest";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { startObjectStore } from "#server/checks/fixtures/startObjectStore.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { movePictures } from "./movePictures.ts";
import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import { openObjectStore } from "#server/platform/uploads/objectStore.ts";
import { cleanUpPictures } from "#server/features/pictures/cleanUpPictures.ts";

/** A portal with the store, and its uploader. */
async function scene(settings: Partial<ObjectStoreConfig> = {}) {
  const config = { ...(await startObjectStore()), ...settings };
  const portal = await startTestPortal({
    S3_ENDPOINT: config.endpoint,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  });
  const company = await portal.company();
  const user = await portal.user("user", company);
  const item = await portal.item(await portal.board(company));
  const author = portal.visitor(company.host, user);
  const upload = async () => {
    const file = multipartOf({ name: "file", filename: "x", content: await pngOf(900, 300) });
    return author.post("/api/pictures", file.payload, file.headers);
  };
  const read = async (url: string) => {
    const { statusCode, rawPayload } = await portal.app.inject({
      url,
      headers: { host: company.host, cookie: user.cookie },
    });
    return statusCode === 200 ? rawPayload : statusCode;
  };
  const places = () =>
    portal.sql<{ is_in_store: boolean; content: Buffer | null; small_content: Buffer | null }>(
      "select is_in_store, content, small_content from picture",
    );
  const path = `/api/feedback/${String(item.id)}/comments`;
  return {
    config,
    store: openObjectStore(config),
    portal,
    company,
    author,
    upload,
    read,
    places,
    path,
  };
}

test("pictures are stored in an S3-compatible store, moved either way and deleted there", async () => {
  const { config, store, portal, company, upload, read, places, author, path } = await scene();
  const { body } = await upload();
  await author.post(path, { content: `![A chart](${body.url})` });
  expect(await places()).toEqual([{ is_in_store: true, content: null, small_content: null }]);
  const urls = [body.url, `/pictures/${body.id}/640.webp`];
  const before = await Promise.all(urls.map(read));
  const { system } = portal.database;
  expect(await movePictures(system, store, "database")).toBe(1);
  const [inDatabase] = await places();
  expect([inDatabase?.content, inDatabase?.small_content]).toEqual(before);
  const keys = ["full", "small"].map(
    (size) => `pictures/${String(company.id)}/${body.id}/${size}.webp`,
  );
  expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual([undefined, undefined]);
  expect(await Promise.all(urls.map(read))).toEqual(before);
  expect(await movePictures(system, store, "store")).toBe(1);
  expect(await movePictures(system, store, "store")).toBe(0);
  expect(await Promise.all(urls.map(read))).toEqual(before);
  expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(before);
  await portal.sql("delete from comment");
  await portal.sql("update picture set loose_since = now() - interval '25 hours'");
  await cleanUpPictures(system, config);
  expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual([undefined, undefined]);
  expect(await portal.sql("select 1 from removed_picture")).toEqual([]);
});

test.each([{ bucket: "missing" }, { accessKeyId: "unknown" }, { endpoint: "http://127.0.0.1:1" }])(
  "an upload that the store refuses because of %j stores nothing",
  async (settings) => {
    const { portal, upload } = await scene(settings);
    expect((await upload()).status).toBe(500);
    expect(await portal.sql("select 1 from picture")).toEqual([]);
  },
);
