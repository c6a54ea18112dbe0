import { oneLine } from "#contract/storedText.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { expect, test } from "./support/test.ts";
import { expectText } from "./support/xss/expectText.ts";
import { packTexts } from "./support/xss/packTexts.ts";
import { payloads } from "./support/xss/payloads.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

/** The payloads, joined into texts of at most 200 characters. Longer searches are refused. */
const packs = packTexts(payloads, 200);

/**
 * Replaces encoded line breaks by spaces, because a path with a line break gets a 404 without a
 * page.
 */
const inPath = (text: string) => text.replaceAll(/%0[AD]|%E2%80%A[89]/g, "%20");

/** The parts of a URL that can contain a text. The text is percent-encoded. */
const ADDRESS_PARTS: readonly [name: string, path: (text: string) => string][] = [
  ["the search", (text) => `/feedback?search=${text}`],
  [
    "the filters",
    (text) => `/feedback?category=${text}&status=${text}&sort=${text}&boardCategoryId=${text}`,
  ],
  ["a board's search", (text) => `/board/ideas?search=${text}&status=${text}`],
  ["the return address of /login", (text) => `/login?from=${text}`],
  ["the return address of /register", (text) => `/register?from=${text}`],
  ["the token of a password reset", (text) => `/reset-password?token=${text}`],
  ["a board's slug", (text) => `/board/${inPath(text)}`],
  ["an item's number", (text) => `/feedback/${inPath(text)}`],
  ["an unknown path", (text) => `/${inPath(text)}`],
  ["an unknown parameter", (text) => `/changelog?${text}=${text}`],
  ["the fragment", (text) => `/roadmap#${text}`],
  ["a page that redirects a signed-out visitor", (text) => `/company/settings?x=${text}`],
];

const TRIES = ADDRESS_PARTS.map(([name, pathOf]) => ({
  name,
  paths: packs.map((text) => pathOf(encodeURIComponent(text))),
}));

for (const part of [0, 1]) {
  test(`XSS payloads in page URLs do not run, part ${String(part + 1)} of 2`, async ({
    open,
    complaints,
  }) => {
    test.setTimeout(LONG_TIMEOUT);
    complaints.expect(/status of 4\d\d/);
    const { company } = await ownCompany("Ideas");
    const page = await open(company);
    const found = await watchForXss(page.context(), company);
    for (const { name, paths } of TRIES.filter((_, index) => index % 2 === part)) {
      await test.step(name, async () => {
        for (const path of paths) {
          // The browser loads no page if only the fragment changes, so another page is opened
          // first.
          if (path.includes("#")) await page.goto("about:blank");
          await page.goto(path);
          await untilHydrated(page);
          await expectText(page, found, []);
          expect(new URL(page.url()).origin).toBe(originOf(company.host));
        }
      });
    }
  });
}

test("a path with an encoded line break gets a 404, and a query with an encoded line break gets a 200", async () => {
  const { company } = await ownCompany();
  for (const path of ["/a%0Ab", "/%0d", "/feedback%0a", "/%E2%80%A8x", "/a/b%e2%80%a9"]) {
    const { status, content } = await sendRequest(company, path);
    expect(status, path).toBe(404);
    expect(content).toContain("<h1>Not found</h1>");
  }
  // This URL contains no search, because a busy server possibly refuses a search with 503.
  expect((await sendRequest(company, "/feedback?x=a%0Ab")).status).toBe(200);
});

test("an item's back link points only to a list of the same portal", async ({ open }) => {
  test.setTimeout(LONG_TIMEOUT);
  const { company, admin } = await ownCompany("Ideas");
  const { id } = await newItem(admin);
  const page = await open(company);
  const found = await watchForXss(page.context(), company);
  const elsewhere = [
    "//xss.invalid/feedback",
    "https://xss.invalid/feedback",
    "/\\xss.invalid",
    "/feedback/../../x:y",
  ];
  const running = payloads.filter((text) => /^\W?\w+:|^\/\//.test(text));
  const addresses = [...elsewhere, ...running, ...packs.slice(0, 9)];
  for (const from of addresses) {
    await page.goto(`/feedback/${String(id)}?from=${encodeURIComponent(from)}`);
    await untilHydrated(page);
    const back = await page
      .getByRole("link", { name: /^Back to/ })
      .evaluate((link: HTMLAnchorElement) => link.href);
    expect(back, from).toMatch(new RegExp(`^${originOf(company.host)}/(?:feedback|board/)`));
    await expectText(page, found, []);
  }
});

test("XSS payloads that a user types into the search and the submit dialog are shown as text", async ({
  open,
}) => {
  const { admin } = await ownCompany("Ideas");
  const title = oneLine(packs[3] ?? "");
  const description = packs[4] ?? "";
  await newItem(admin, { title: `crash ${title.slice(0, 150)}` });
  const page = await open(admin);
  const found = await watchForXss(page.context(), admin);
  await page.goto("/feedback");
  await untilHydrated(page);
  await page.getByRole("combobox", { name: "Search feedback" }).fill(title);
  await expect(page).toHaveURL(/search=/);
  await expectText(page, found, []);
  await page.goto("/feedback?submit=1");
  await untilHydrated(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(`crash ${title}`);
  await dialog.getByLabel("Description").fill(description);
  await expect(dialog.getByRole("region", { name: "Similar feedback" })).toBeVisible();
  await expectText(page, found, [description]);
  await page.goto("/feedback?submit=1");
  await untilHydrated(page);
  await expect(dialog.getByLabel("Description")).toHaveValue(description);
  await expectText(page, found, [description]);
});
