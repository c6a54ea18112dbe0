import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { landingPageApi } from "#contract/landingPage.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/admin/landing-page";
const ATTACK = "</script><script>document.title='taken'</script><!--";
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
const NAMES = Object.keys(LABELS) as (keyof LandingPageContent)[];

const save = () => page.getByRole("button", { name: "Save changes" });

/**
 * Returns how often the previews show a text. Reads the DOM directly, because locators by role skip
 * the inert previews, as screen readers do.
 */
function previewsOf(text: string): number {
  const previews = [...document.querySelectorAll("[inert] *")];
  return previews.filter((element) => element.textContent === text).length;
}

/** Returns ten texts, one for each field of the form. */
function textsBy(text: (name: keyof LandingPageContent, index: number) => string) {
  const entries = NAMES.map((name, index) => [name, text(name, index)] as const);
  return Object.fromEntries(entries) as Record<keyof LandingPageContent, string>;
}

test("each text of the landing page is previewed while it is edited, and all texts are saved", async () => {
  const texts = textsBy((_, index) => `Words ${String(index)}`);
  const server = consoleServer(consoleData());
  await openPage(server, PATH);
  for (const name of NAMES) {
    await fillIn({ [LABELS[name]]: texts[name] });
    await expect.poll(() => previewsOf(texts[name])).toBeGreaterThan(0);
  }
  await save().click();
  await expect
    .element(shownToast())
    .toMatchTextContent(/^Landing page content updated successfully/);
  expect(server.calls(landingPageApi.update).map(({ body }) => body)).toEqual([texts]);
});

test("the landing page shows its ten texts and a link to the registration", async () => {
  const landingPage = textsBy((_, index) => `Words ${String(index)}`);
  await openPage(consoleServer(consoleData({ user: null, landingPage })), "/");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Words 0");
  for (const text of Object.values(landingPage)) {
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect
    .element(page.getByRole("link", { name: "Words 9" }).first())
    .toHaveAttribute("href", "/register");
  expect(document.querySelector('meta[name="description"]')?.getAttribute("content")).toBe(
    "Words 1",
  );
});

test("markup in the texts of the landing page is shown as text in form, preview and page", async () => {
  const landingPage = textsBy((name) => (name === "ctaText" ? "Start" : ATTACK));
  const data = consoleData({ landingPage });
  await openPage(consoleServer(data), PATH);
  expect(previewsOf(ATTACK)).toBe(9);
  data.user = null;
  await openPage(consoleServer(data), "/");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(ATTACK);
  const shown = page.getByRole("main").getByText(ATTACK, { exact: true });
  await expect.element(shown).toHaveLength(9);
  expect(document.title).not.toContain("taken");
});

test("a missing or too long text of the landing page shows an error at its field, and nothing is sent", async () => {
  const data = consoleData();
  const server = consoleServer(data);
  await openPage(server, PATH);
  await expect
    .element(fieldOf("CTA text"))
    .toHaveAccessibleDescription(
      new RegExp(`${String(data.landingPage.ctaText.length)} of 60 characters\\.`),
    );
  await fillIn({
    Title: " ",
    "CTA text": "x".repeat(61),
    "Feature title 2": "x".repeat(121),
  });
  await save().click();
  await expectMessages({
    Title: "Title is required",
    "CTA text": "CTA text must be at most 60 characters",
    "Feature title 2": "Feature title 2 must be at most 120 characters",
  });
  await expect.element(fieldOf("Title")).toHaveFocus();
  await server.settled();
  expect(server.calls(landingPageApi.update)).toEqual([]);
});
