import {
  acme,
  acmeAdmin,
  acmeCustomer,
  globex,
  globexAdmin,
  product,
  signedIn,
  superAdmin,
} from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { expect, test } from "./support/test.ts";
import { visitPage } from "./support/visitPage.ts";

const BOARD = "/board/team-backlog";
const TITLE = "Trial users never find the templates";

test("viewers who are not allowed to see a private board get a 404 for the board's page", async ({
  open,
}) => {
  const viewers = [
    acme,
    await signedIn(acmeCustomer, acme),
    await signedIn(acmeCustomer, product),
    await signedIn(globexAdmin, acme),
    await signedIn(globexAdmin, product),
    globex,
  ];
  for (const place of viewers) {
    const { status, content } = await sendRequest(place, BOARD);
    expect(status).toBe(404);
    expect(content).toMatch(/<h1[^>]*>Board not found</);
    expect(content).not.toContain("Team Backlog");
  }
  const page = await open(await signedIn(acmeCustomer, acme));
  await visitPage(page, BOARD, "Board not found", 404);
  expect(await page.content()).not.toContain("Team Backlog");
});

/** Returns the HTML of a page's `main` element. */
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0];

test("viewers who are not allowed to see a private board get the same 404 page for its items as for an unknown item id", async ({
  open,
}) => {
  const { id } = await itemTitled(await signedIn(acmeAdmin, acme), TITLE);
  for (const place of [
    acme,
    await signedIn(acmeCustomer, acme),
    await signedIn(globexAdmin, acme),
  ]) {
    const hidden = await sendRequest(place, `/feedback/${String(id)}`);
    const unknown = await sendRequest(place, "/feedback/999999999");
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(mainOf(hidden.content)).toContain("Feedback item not found");
    expect(mainOf(unknown.content)).toBe(mainOf(hidden.content));
    expect(unknown.content).toContain("<title>Feedback item not found · Acme");
  }
  const page = await open(await signedIn(acmeCustomer, acme));
  await visitPage(page, `/feedback/${String(id)}`, "Feedback item not found", 404);
  const hidden = await page.getByRole("main").innerHTML();
  await goTo(page, "/feedback/999999999");
  expect(await page.getByRole("main").innerHTML()).toBe(hidden);
  await expect(page).toHaveTitle(/^Feedback item not found · Acme/);
});

test("the company's admin and super admins see a private board with its badge, its lock icon and its items", async ({
  open,
}) => {
  for (const place of [
    await signedIn(acmeAdmin, acme),
    await signedIn(acmeAdmin, product),
    await signedIn(superAdmin, acme),
  ]) {
    const page = await open(place);
    await visitPage(page, BOARD, "Team Backlog");
    await expect(page.getByText("Private Board", { exact: true })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: TITLE })).toBeVisible();
    const link = page.getByRole("complementary").getByRole("link", { name: /^Team Backlog/ });
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(link.locator("svg")).toBeVisible();
    await expect(page.getByRole("complementary").locator("a:has(svg)")).toHaveCount(1);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
});
