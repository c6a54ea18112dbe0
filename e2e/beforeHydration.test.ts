import type { Page } from "@playwright/test";
import { acme, product, signedIn, superAdmin } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const SCRIPTS = /\/assets\/[^/]*\.js$/;

/**
 * Opens a page and holds back its scripts. Returns a function that loads the scripts and waits for
 * hydration.
 */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdBack(page, SCRIPTS);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByLabel(/^Search [a-z]/).waitFor();
  return async () => {
    release();
    await untilHydrated(page);
  };
}

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const select = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("a search and filters that a visitor enters before hydration take effect after hydration and add one history entry", async ({
  open,
}) => {
  const page = await open(acme);
  const hydrate = await openWithoutScripts(page, "/feedback");
  await page.getByRole("combobox", { name: "Search feedback" }).fill("time");
  await select(page, "Category").selectOption({ label: "Improvement" });
  await select(page, "Status").selectOption({ label: "Complete" });
  await select(page, "Sort by").selectOption({ label: "Most Recent" });
  await hydrate();
  await expect
    .poll(() => parametersOf(page))
    .toEqual({ search: "time", category: "improvement", status: "complete", sort: "date" });
  await expect(page.getByRole("button", { name: "Remove filter Complete" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search feedback" })).toHaveValue("time");
  // The search and the filters are one history entry.
  await page.goBack();
  await expect(select(page, "Status")).toHaveValue("all");
  await expect(page.getByRole("combobox", { name: "Search feedback" })).toHaveValue("");
});

test("a search and a filter that a visitor clears before hydration stay cleared after hydration", async ({
  open,
}) => {
  const page = await open(acme);
  const hydrate = await openWithoutScripts(page, "/feedback?search=timer&status=planned");
  await page.getByRole("combobox", { name: "Search feedback" }).fill("");
  await select(page, "Status").selectOption({ label: "All statuses" });
  await hydrate();
  await expect.poll(() => addressOf(page)).toBe("/feedback");
  await expect(page.getByRole("article")).toHaveCount(20);
});

test("searches and filters that a super admin enters in the admin console before hydration take effect after hydration", async ({
  open,
}) => {
  const admin = await open(await signedIn(superAdmin, product));
  const cases = [
    { path: "/admin/users", choose: async () => undefined, asked: {} },
    {
      path: "/admin/companies",
      choose: () => select(admin, "Sort by").selectOption({ label: "Newest first" }),
      asked: { sort: "date" },
    },
    {
      path: "/admin/audit-log",
      choose: async () => {
        await select(admin, "Action").selectOption("faq.create");
        await select(admin, "From date").fill("2026-01-31");
      },
      asked: { action: "faq.create", from: "2026-01-31" },
    },
  ];
  for (const { path, choose, asked } of cases) {
    await test.step(path, async () => {
      const hydrate = await openWithoutScripts(admin, path);
      await admin.getByRole("searchbox").fill("acme");
      await choose();
      await hydrate();
      await expect.poll(() => parametersOf(admin)).toEqual({ search: "acme", ...asked });
      await expect(admin.getByRole("searchbox")).toHaveValue("acme");
    });
  }
});

for (const { path, label, left, shown } of [
  { path: "/feedback", label: "Status", left: "planned", shown: "all" },
  { path: "/admin/companies", label: "Sort by", left: "date", shown: "name" },
]) {
  test(`after Back to ${path} and after a reload, the field '${label}' has the value from the URL, not the value that the browser restored`, async ({
    open,
  }) => {
    const page = await open(await signedIn(superAdmin, acme));
    const field = select(page, label);
    await goTo(page, path);
    // Sets the value without an event, as if the user left the page before its URL changed.
    await field.evaluate((element, value) => {
      (element as HTMLSelectElement).value = value;
    }, left);
    // Any other document will do.
    await page.goto("/robots.txt");
    for (const comeBack of [() => page.goBack(), () => page.reload()]) {
      await comeBack();
      await untilHydrated(page);
      await expectNoChosenValue(page, path);
      await expect(field).toHaveValue(shown);
    }
  });
}

/**
 * Expects that the page has applied no restored value. After a search, the URL contains all applied
 * filters, so a search makes an applied value visible.
 */
async function expectNoChosenValue(page: Page, path: string): Promise<void> {
  const own = Object.fromEntries(new URL(path, "http://localhost").searchParams);
  await page.getByLabel(/^Search (feedback|companies)$/).fill("timer");
  await expect.poll(() => parametersOf(page)).toEqual({ ...own, search: "timer" });
  await page.getByLabel(/^Search (feedback|companies)$/).fill("");
  await expect.poll(() => addressOf(page)).toBe(path);
}
