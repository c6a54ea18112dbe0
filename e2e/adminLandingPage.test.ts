import type { Page } from "@playwright/test";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { landingPageApi } from "#contract/landingPage.ts";
import { product, signedIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/landing-page";
const LABELS: Record<keyof LandingPageContent, string> = {
  title: "Title",
  subtitle: "Subtitle",
  heroText: "Hero text",
  featureTitle1: "Feature title 1",
  featureDescription1: "Feature description 1",
  featureTitle2: "Feature title 2",
  featureDescription2: "Feature description 2",
  featureTitle3: "Feature title 3",
  featureDescription3: "Feature description 3",
  ctaText: "CTA text",
};

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" });

/** The pictures are out of reach for screen readers. */
const preview = (page: Page, words: string) =>
  page.locator("[inert]").getByText(words, { exact: true });

test("every word of the landing page is edited beside its live preview and stands on the page", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, PATH);
  for (const [index, label] of Object.values(LABELS).entries()) {
    const words = `Words ${String(index)}`;
    await fillIn(page, { [label]: words });
    await expect(preview(page, words).first()).toBeVisible();
  }
  await save(page).click();
  await expect(shownToast(page)).toHaveText(/^Landing page content updated successfully/);
  const visitor = await open(product);
  await goTo(visitor, "/");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Words 0");
  for (const index of Object.keys(Object.values(LABELS))) {
    await expect(visitor.getByText(`Words ${index}`, { exact: true }).first()).toBeVisible();
  }
  await expect(visitor.getByRole("link", { name: "Words 9" }).first()).toHaveAttribute(
    "href",
    "/register",
  );
  await expect(visitor.locator('meta[name="description"]')).toHaveAttribute("content", "Words 1");
});

test("</script> in any field is shown as text", async ({ open }) => {
  const attack = "</script><script>document.title='taken'</script><!--";
  const page = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, PATH);
  for (const label of Object.values(LABELS).slice(0, -1)) await fillIn(page, { [label]: attack });
  await expect(preview(page, attack)).toHaveCount(9);
  await save(page).click();
  await expect(shownToast(page)).toContainText("Landing page content updated successfully");
  const visitor = await open(product);
  await goTo(visitor, "/");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(attack);
  await expect(visitor.getByRole("main").getByText(attack, { exact: true })).toHaveCount(9);
  await expect(visitor).not.toHaveTitle(/taken/);
  expect((await sendRequest(product, "/")).content).not.toContain(attack);
});

test("a text that is missing or too long is refused beside its field, and nothing is saved", async ({
  open,
}) => {
  const admin = await signedIn(superAdmin, product);
  const { body: before } = await callApi(admin, landingPageApi.get);
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(fieldOf(page, "CTA text")).toHaveAccessibleDescription(/16 of 60 characters\./);
  await fillIn(page, {
    Title: " ",
    "CTA text": "x".repeat(61),
    "Feature title 2": "x".repeat(121),
  });
  await save(page).click();
  await expectMessages(page, {
    Title: "Title is required",
    "CTA text": "CTA text must be at most 60 characters",
    "Feature title 2": "Feature title 2 must be at most 120 characters",
  });
  await expect(fieldOf(page, "Title")).toBeFocused();
  expect((await callApi(admin, landingPageApi.get)).body).toEqual(before);
});
