import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { jpegOf, pictureOf, pngBomb, pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** A customer with a comment, and functions that change the customer's picture. */
async function scene() {
  const company = await portal.company();
  const user = await portal.user("user", company);
  const item = await portal.item(await portal.board(company), { userId: user.id });
  await portal.comment(item, { userId: user.id });
  const customer = portal.visitor(company.host, user);
  const visitor = portal.visitor(company.host);
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const upload = async (content: Uint8Array | string) => {
    const { payload, headers } = multipartOf({ name: "picture", filename: "x", content });
    return customer.post("/api/user/picture", payload, headers);
  };
  const shown = async () => {
    const path = `/api/feedback/${String(item.id)}`;
    const [comment] = (await visitor.get(`${path}/comments`)).body;
    return [
      (await visitor.get(path)).body.author.pictureUrl,
      comment.user.pictureUrl,
      (await customer.get("/api/user")).body.pictureUrl,
    ];
  };
  const pictureAt = (url: string) => portal.app.inject({ url, headers: { host: company.host } });
  return { user, item, customer, visitor, admin, upload, shown, pictureAt };
}

test("a picture becomes a square WebP without metadata, and is shown beside the name until it is removed", async () => {
  const { upload, shown, pictureAt, customer } = await scene();
  expect(await shown()).toEqual([null, null, null]);
  const content = await pictureOf(400, 100)
    .withExif({ IFD0: { Copyright: "someone's name" } })
    .jpeg()
    .toBuffer();
  const { status, body } = await upload(content);
  expect(status).toBe(200);
  expect(body.pictureUrl).toMatch(/^\/pictures\/[0-9a-f-]{36}$/);
  const urls = [body.pictureUrl, body.pictureUrl, body.pictureUrl];
  expect(await shown()).toEqual(urls);
  const served = await pictureAt(body.pictureUrl);
  expect(served.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, max-age=31536000, immutable",
  });
  const { format, width, height, exif } = await sharp(served.rawPayload).metadata();
  expect({ format, width, height, exif }).toEqual({ format: "webp", width: 256, height: 256 });
  const { body: data } = await customer.get("/api/user/data");
  expect(data.account.picture).toBe(
    `data:image/webp;base64,${served.rawPayload.toString("base64")}`,
  );
  const again = await upload(await pngOf());
  expect(again.body.pictureUrl).not.toBe(body.pictureUrl);
  expect((await pictureAt(body.pictureUrl)).statusCode).toBe(404);
  expect((await customer.delete("/api/user/picture")).status).toBe(204);
  expect(await shown()).toEqual([null, null, null]);
  expect((await pictureAt(again.body.pictureUrl)).statusCode).toBe(404);
  expect((await customer.delete("/api/user/picture")).status).toBe(204);
});

test("WebP and GIF are accepted; SVG, other files and bombs are refused with a text", async () => {
  const { upload } = await scene();
  const picture = pictureOf(60, 60);
  for (const content of [
    await jpegOf(),
    await picture.clone().webp().toBuffer(),
    await picture.clone().gif().toBuffer(),
  ])
    expect((await upload(content)).status).toBe(200);
  const refusals = [];
  for (const content of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    await picture.clone().tiff().toBuffer(),
    pngBomb(20_000, 20_000),
  ]) {
    const { status, body } = await upload(content);
    refusals.push([status, body.errors?.picture?.[0]]);
  }
  expect(refusals).toEqual([
    [400, "Please select a PNG, JPG, WebP or GIF file"],
    [400, "Please select a PNG, JPG, WebP or GIF file"],
    [400, "The image must have at most 24 megapixels"],
  ]);
});

test("a name is changed by the rules of sign-up, and the pages show it", async () => {
  const { customer, visitor, item, user } = await scene();
  const path = `/api/feedback/${String(item.id)}`;
  await visitor.get(path);
  expect((await customer.patch("/api/user", { fullName: "x" })).status).toBe(400);
  const { status, body } = await customer.patch("/api/user", { fullName: "  Kim Lee " });
  expect([status, body]).toMatchObject([200, { id: user.id, fullName: "Kim Lee" }]);
  expect((await visitor.get(path)).body.author.fullName).toBe("Kim Lee");
});

test("the picture and the name of an admin are in the audit log, and a super admin without a company can have a picture", async () => {
  const { admin } = await scene();
  const { payload, headers } = multipartOf({
    name: "picture",
    filename: "x",
    content: await pngOf(),
  });
  expect((await admin.post("/api/user/picture", payload, headers)).status).toBe(200);
  await admin.patch("/api/user", { fullName: "Sam Admin" });
  const root = portal.visitor("localhost", await portal.user("super_admin"));
  expect((await root.post("/api/user/picture", payload, headers)).status).toBe(200);
  expect((await root.get("/api/user")).body.pictureUrl).toContain("/pictures/");
  expect(
    await portal.sql("select action, details from site_audit_entry order by id desc limit 3"),
  ).toEqual([
    { action: "user.update", details: { picture: "new" } },
    {
      action: "user.update",
      details: { fullName: { from: expect.any(String), to: "Sam Admin" } },
    },
    { action: "user.update", details: { picture: "new" } },
  ]);
});

test("the picture goes with the account", async () => {
  const { customer, upload, pictureAt } = await scene();
  const { body } = await upload(await pngOf());
  await customer.request("DELETE", "/api/user", { password: TEST_PASSWORD });
  expect((await pictureAt(body.pictureUrl)).statusCode).toBe(404);
});
