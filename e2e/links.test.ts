import { acme } from "./support/accounts.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

test("a click on a link and Back change the page without loading a document", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Changelog" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  expect(addressOf(page)).toBe("/changelog");
  await expect(page.locator("html[data-same-document]")).toBeAttached();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "All Feedback" })).toBeVisible();
  await expect(page.locator("html[data-same-document]")).toBeAttached();
});

test("Ctrl+click on a link opens the page in a new tab and does not change the current tab", async ({
  open,
  browser,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  const changelog = new URL("/changelog", page.url()).href;
  // Uses the DevTools protocol, because Playwright misses a new tab whose page responds before
  // Playwright attaches to it.
  const session = await browser.newBrowserCDPSession();
  const titlesOfTabs = async () => {
    const { targetInfos } = await session.send("Target.getTargets");
    return targetInfos
      .filter(({ type, url }) => type === "page" && url === changelog)
      .map(({ title }) => title);
  };
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Changelog" });
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect.poll(titlesOfTabs).toEqual([expect.stringContaining("Changelog")]);
  expect(addressOf(page)).toBe("/feedback");
});
