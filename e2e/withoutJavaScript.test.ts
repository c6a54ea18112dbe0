import { acme, globex, product } from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect, test } from "./support/test.ts";

const NO_SCRIPT = { javaScriptEnabled: false };

test("without JavaScript the landing page tells what the product is", async ({ open }) => {
  const page = await open(product, NO_SCRIPT);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Get Started Free" }).first()).toBeVisible();
  await expect(page.getByText("Who can see a private board?")).toBeVisible();
});

test("without JavaScript roadmap, list, board, item and changelog can be read", async ({
  open,
}) => {
  const page = await open(acme, NO_SCRIPT);
  await page.goto("/roadmap");
  for (const column of ["Evaluating", "Planned", "Under Development", "Complete"]) {
    const region = page.getByRole("region", { name: column, exact: true });
    await expect(region.getByRole("article").first()).toBeVisible();
  }

  await page.goto("/feedback");
  await expect(page.getByRole("article")).toHaveCount(20);
  await page.getByRole("searchbox").fill("timer");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/search=timer/);
  await expect(page.getByRole("article").first()).toContainText(/timer/i);

  await page.goto("/board/time-tracking");
  await page.getByRole("link", { name: "Track time from a browser extension" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Track time from a browser extension",
  );
  await expect(page.getByText("Figma first, please!")).toBeVisible();
  await expect(page.getByText(/We are building a small prototype/)).toBeVisible();

  await page.goto("/changelog");
  await expect(page.getByText(/^Completed on /).first()).toBeVisible();
});

test("what is far down a list is drawn when it is reached, at last when the page is taken over", async ({
  open,
}) => {
  const page = await open(acme, NO_SCRIPT);
  await page.goto("/feedback");
  const lastCard = page.getByRole("article").last();
  const isDrawn = async (card: typeof lastCard) =>
    card.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(async () => isDrawn(page.getByRole("article").first())).toBe(true);
  expect(await isDrawn(lastCard)).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await isDrawn(lastCard), "on paper").toBe(true);
  await page.emulateMedia({ media: "screen" });
  expect(await isDrawn(lastCard)).toBe(false);
  await lastCard.getByRole("link").first().focus();
  await expect(lastCard).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => isDrawn(lastCard)).toBe(true);

  const alive = await open(acme);
  await goTo(alive, "/feedback");
  await expect.poll(async () => isDrawn(alive.getByRole("article").last())).toBe(true);
});

test("head and colours of each company are in the page before any script", async ({ open }) => {
  const companies = [
    { place: acme, name: "Acme", color: "#c2410c" },
    { place: globex, name: "Globex", color: "#0f766e" },
  ];
  for (const { place, name, color } of companies) {
    const page = await open(place, NO_SCRIPT);
    const html = (await (await page.goto("/changelog"))?.text()) ?? "";
    expect(html.slice(0, html.indexOf("</head>"))).toContain(`--brand-primary:${color}`);
    await expect(page).toHaveTitle(`Changelog · ${name} · Customer Feedback Portal`);
    const contentOf = (selector: string) => page.locator(selector).getAttribute("content");
    expect(await contentOf('meta[name="description"]')).toBe(
      "Track completed features and improvements",
    );
    expect(await contentOf('meta[property="og:title"]')).toContain(name);
    expect(await contentOf('meta[property="og:site_name"]')).toBe(name);
    expect(await contentOf('meta[property="og:url"]')).toBe(`${originOf(place.host)}/changelog`);
    expect(await contentOf('meta[property="og:description"]')).not.toBeNull();
    expect(await contentOf('meta[property="og:image"]')).toContain(originOf(place.host));
    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(canonical).toBe(`${originOf(place.host)}/changelog`);
    const icon = await page.locator('link[rel="icon"]').getAttribute("href");
    const picture = await page.goto(icon ?? "");
    expect(picture?.status()).toBe(200);
    expect(picture?.headers()["content-type"]).toMatch(/^image\//);
  }
});

test("an item's page is described by the item", async ({ open }) => {
  const { id, title } = await itemTitled(acme, "Round entries to 6 minutes");
  const page = await open(acme, NO_SCRIPT);
  await page.goto(`/feedback/${String(id)}?from=%2Ffeedback`);
  await expect(page).toHaveTitle(`${title} · Acme · Customer Feedback Portal`);
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveAttribute("content", /^We can round to 5, 10 or 15\./);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", `${originOf(acme.host)}/feedback/${String(id)}`);
});

test("a form sent before the script has arrived keeps the password out of the address", async ({
  open,
}) => {
  const page = await open(acme, NO_SCRIPT);
  await page.goto("/login?from=%2Ffeedback");
  await page.getByLabel("Work email").fill("someone@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a secret password");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(`${originOf(acme.host)}/login?from=%2Ffeedback`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
});
