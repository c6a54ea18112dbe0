import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

const PATH = "/company/settings/logo";
const MEGABYTE = 1024 * 1024;

const png = (buffer: Buffer) => ({ name: "logo.png", mimeType: "image/png", buffer });
const svg = (content: string) => ({
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(content),
});

const file = (page: Page) => page.getByLabel(/^(?:Logo|New logo)$/);
const upload = (page: Page) => page.getByRole("button", { name: "Upload Logo" });
const headerLogo = (page: Page) => page.getByRole("banner").getByRole("img");

async function uploadLogo(page: Page, picture: ReturnType<typeof png>): Promise<string> {
  await file(page).setInputFiles(picture);
  await toastAfter(page, () => upload(page).click(), /^Company logo updated successfully/);
  await untilHydrated(page);
  return (await headerLogo(page).getAttribute("src")) ?? "";
}

/** Too much for one packet on a slow line: noise does not compress. */
async function largePicture(): Promise<Buffer> {
  const raw = { width: 500, height: 400, channels: 3 } as const;
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer();
}

/** A slow way up, as over a phone. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

const percentOf = async (progress: Locator) => Number(await progress.getAttribute("value"));

test("an upload shows its progress, can be cancelled, and ends in the header of the portal", async ({
  open,
}) => {
  const { company, admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(
    page.getByText("Recommended 200x50 px. PNG, JPG or SVG, less than 5 MB."),
  ).toBeVisible();
  await slowDown(page, 300_000);
  await file(page).setInputFiles(png(await largePicture()));
  await expect(page.getByRole("img", { name: "Logo of Fresh Company" })).toHaveCount(2);
  const progress = page.getByRole("progressbar", { name: "Upload progress" });

  await upload(page).click();
  await expect(page.getByRole("button", { name: "Uploading..." })).toBeVisible();
  await expect.poll(() => percentOf(progress)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toBeHidden();
  await expect(shownToast(page)).toHaveCount(0);

  await upload(page).click();
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        // Without waiting for it: the page may be loaded anew at any moment, and then there is none to come.
        const values = progress.evaluateAll((bars) =>
          bars.map((bar) => Number(bar.getAttribute("value"))),
        );
        for (const percent of await values.catch(() => [])) seen.add(percent);
        return shownToast(page).count();
      },
      { intervals: [100], timeout: 15_000 },
    )
    .toBe(1);
  const percents = [...seen];
  expect(percents.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(1);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  await expect(shownToast(page)).toHaveText(/^Company logo updated successfully/);
  await untilHydrated(page);

  const address = (await headerLogo(page).getAttribute("src")) ?? "";
  expect(address).toMatch(/^\/logos\/\d+\/[0-9a-f-]{36}$/);
  const visitor = await open(company);
  await goTo(visitor, "/roadmap");
  await expect(headerLogo(visitor)).toHaveAttribute("src", address);
  await expect
    .poll(() => headerLogo(visitor).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(500);
});

test("a logo's address is kept for ever, and gone once another has taken its place", async ({
  open,
}) => {
  const { company, admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const first = await uploadLogo(page, png(await pngOf()));
  const { status, headers } = await sendRequest(company, first);
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><rect width="200" height="50"/></svg>';
  const second = await uploadLogo(page, svg(drawing));
  expect(second).not.toBe(first);
  expect((await sendRequest(company, first)).status).toBe(404);
  expect((await sendRequest(company, second)).headers["content-type"]).toBe("image/svg+xml");
  await expect(page.getByText("New logo", { exact: true })).toBeVisible();
});

test("the browser refuses what cannot be a logo, without sending it", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(request.url());
  });
  await upload(page).click();
  await expect(file(page)).toHaveAccessibleDescription(/^Please select a file to upload/);
  await file(page).setInputFiles({
    name: "logo.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a logo"),
  });
  await expect(file(page)).toHaveAccessibleDescription(/^Please select an image file/);
  await file(page).setInputFiles(png(Buffer.alloc(5 * MEGABYTE + 1)));
  await expect(file(page)).toHaveAccessibleDescription(/^File size must be less than 5MB/);
  await upload(page).click();
  await expect(file(page)).toHaveAccessibleDescription(/^Please select a file to upload/);
  expect(calls).toEqual([]);
});

test("the server refuses what only looks like a logo, beside the field", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const whole = await pngOf();
  const opening = '<svg xmlns="http://www.w3.org/2000/svg">';
  const refused: [ReturnType<typeof png>, RegExp][] = [
    [png(Buffer.from("not a picture at all")), /^Please select an image file/],
    [png(whole.subarray(0, whole.length / 2)), /^Please select an image file/],
    [
      svg(`${opening}<script>alert(1)</script></svg>`),
      /^This SVG contains something that is not allowed: /,
    ],
    [
      svg(`${opening}<rect onload="alert(1)"/></svg>`),
      /^This SVG contains something that is not allowed: /,
    ],
  ];
  for (const [picture, message] of refused) {
    await file(page).setInputFiles(picture);
    await upload(page).click();
    await expect(file(page)).toHaveAccessibleDescription(message);
    await expect(file(page)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.getByRole("banner").getByRole("img")).toHaveCount(0);
  await expect(shownToast(page)).toHaveCount(0);
});

test("what is wrong with an upload as a whole is said in a toast", async ({ open, complaints }) => {
  complaints.expect(/status of 500|ERR_FAILED/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const call = /\/api\/company\/\d+\/logo$/;
  const failures: [Parameters<Page["route"]>[1], string][] = [
    [(route) => route.abort(), "Network error occurred"],
    [(route) => route.fulfill({ status: 200, body: "<p>Hello</p>" }), "Invalid response format"],
    [(route) => route.fulfill({ status: 500, body: "" }), "Upload failed"],
  ];
  await file(page).setInputFiles(png(await pngOf()));
  for (const [failure, message] of failures) {
    await page.route(call, failure);
    await upload(page).click();
    await expect(shownToast(page)).toContainText(message);
    await page.unroute(call);
  }
  await expect(page.getByText("logo.png")).toBeVisible();
});

test("a logo that cannot be loaded gives way to the product's own, and the header keeps its height", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const { company, admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const heightOf = async () => (await page.getByRole("banner").boundingBox())?.height;
  const usual = await heightOf();
  for (const [width, height] of [
    [1600, 20],
    [20, 1200],
  ] as const) {
    await uploadLogo(page, png(await pngOf(width, height)));
    expect(await heightOf()).toBe(usual);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  const visitor = await open(company);
  await visitor.route(/\/logos\//, (route) => route.abort());
  await goTo(visitor, "/roadmap");
  await expect(headerLogo(visitor)).toHaveCount(0);
  await expect(
    visitor.getByRole("banner").getByRole("link", { name: "Fresh Company" }),
  ).toBeVisible();
});
