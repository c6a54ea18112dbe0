import { bySize, isLong, LONG_TIMEOUT } from "#server/checks/fixtures/testSize.ts";
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

/** As long as a search may be. */
const packs = packTexts(payloads, 200);

/** No page's path has the end of a line in it. */
const inPath = (text: string) => text.replaceAll(/%0[AD]|%E2%80%A[89]/g, "%20");

/** Where an address takes a text, which stands in it percent-encoded. */
const PLACES: readonly [name: string, path: (text: string) => string][] = [
  ["the search", (text) => `/feedback?search=${text}`],
  [
    "the filters",
    (text) => `/feedback?category=${text}&status=${text}&sort=${text}&boardCategoryId=${text}`,
  ],
  ["a board's search", (text) => `/board/ideas?search=${text}&status=${text}`],
  ["the way to go after logging in", (text) => `/login?from=${text}`],
  ["the way to go after signing up", (text) => `/register?from=${text}`],
  ["the token of a new password", (text) => `/reset-password?token=${text}`],
  ["a board's slug", (text) => `/board/${inPath(text)}`],
  ["an item's number", (text) => `/feedback/${inPath(text)}`],
  ["a path that leads nowhere", (text) => `/${inPath(text)}`],
  ["a parameter that nobody knows", (text) => `/changelog?${text}=${text}`],
  ["the fragment", (text) => `/roadmap#${text}`],
  ["what a signed-out visitor wants to see", (text) => `/company/settings?x=${text}`],
];

/** In the short form each place takes another text, in the long form all of them. */
const TRIES = PLACES.map(([name, pathOf], place) => ({
  name,
  paths: (isLong ? packs : packs.slice(place, place + 1)).map((text) =>
    pathOf(encodeURIComponent(text)),
  ),
}));

for (const part of [0, 1]) {
  test(`what an address carries runs nowhere, part ${String(part + 1)} of 2`, async ({
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
          // Another fragment alone would load no page.
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

test("a path with the end of a line in it is no page", async () => {
  const { company } = await ownCompany();
  for (const path of ["/a%0Ab", "/%0d", "/feedback%0a", "/%E2%80%A8x", "/a/b%e2%80%a9"]) {
    const { status, content } = await sendRequest(company, path);
    expect(status, path).toBe(404);
    expect(content).toContain("<h1>Not found</h1>");
  }
  expect((await sendRequest(company, "/feedback?search=a%0Ab")).status).toBe(200);
});

test("the way back from an item leads nowhere but to a list of this portal", async ({ open }) => {
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
  const addresses = [
    ...elsewhere,
    ...running.slice(0, bySize(4, running.length)),
    ...packs.slice(0, bySize(1, 9)),
  ];
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

test("what is typed is text as well: in the search, and in a draft with what is similar to it", async ({
  open,
}) => {
  const { admin } = await ownCompany("Ideas");
  const [title = "", description = ""] = [packs[3], packs[4]];
  await newItem(admin, { title: `crash ${title.slice(0, 150)}` });
  const page = await open(admin);
  const found = await watchForXss(page.context(), admin);
  await page.goto("/feedback");
  await untilHydrated(page);
  await page.getByRole("searchbox").fill(title);
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
