import { acme } from "./support/accounts.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const NO_SCRIPT = { javaScriptEnabled: false };

test("without JavaScript a visitor can search a list and open an item", async ({ open }) => {
  const page = await open(acme, NO_SCRIPT);
  await page.goto("/feedback");
  await page.getByRole("combobox", { name: "Search feedback" }).fill("browser extension");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/search=browser\+extension/);
  await page.getByRole("link", { name: "Track time from a browser extension" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Track time from a browser extension",
  );
  await expect(page.getByText("Figma first, please!")).toBeVisible();
});

test("the browser renders the last card of a list only when the card is scrolled to, the page is printed, or the page is hydrated", async ({
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

  const hydrated = await open(acme);
  await goTo(hydrated, "/feedback");
  await expect.poll(async () => isDrawn(hydrated.getByRole("article").last())).toBe(true);
});
