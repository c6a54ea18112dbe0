import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";
import { drawSharePicture } from "./sharePictures.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

test("an entry's share picture exists while the entry is published, for every reader, and only on the company's host", async () => {
  const { viewers } = await newCast(portal);
  const { body } = await viewers.C.post("/api/changelog", { title: "Dark mode", body: "Dark." });
  const picture = `/changelog/${String(body.slug)}/share.png`;
  expect((await viewers.C.get(picture)).status).toBe(404);
  await viewers.C.post(`/api/changelog/${String(body.id)}/publish`, {});
  const { status, headers } = await viewers.A.get(picture);
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
  expect((await viewers.N.get(picture)).status).toBe(404);
  expect((await viewers.A.get("/changelog/none/share.png")).status).toBe(404);
});

test("the picture has the company's colour, and different titles are drawn differently, also very long ones", async () => {
  const colors = { company: "Acme", background: "#123456", text: "#ffffff" };
  const titles = ["Dark mode", "iiii iiii", "W".repeat(200)];
  const drawn = await Promise.all(titles.map((title) => drawSharePicture({ ...colors, title })));
  for (const picture of drawn) {
    const { data, info } = await sharp(picture)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    expect([...data.subarray(0, 3)]).toEqual([0x12, 0x34, 0x56]);
  }
  expect(new Set(drawn.map((picture) => picture.toString("base64"))).size).toBe(3);
});
