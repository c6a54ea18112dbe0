import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { aCustomer, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { preferColorScheme } from "#web/testing/preferColorScheme.ts";

afterEach(() => preferColorScheme("light"));

const links = () => page.getByRole("navigation", { name: "Main" }).getByRole("link");
const demo = () => page.getByRole("main").getByRole("link", { name: "See a live demo" });
const faqs = [{ id: 1, question: "Who pays?", answer: "Nobody." }];
const visitor = (demoSubdomain: string | null) => ({
  user: null,
  portal: portalOf(null, { demoSubdomain }),
});

test("the landing page's navigation leads to its features, the demo portal and the FAQs, and not to pages that require a login", async () => {
  await openPage(consoleServer(consoleData({ ...visitor("acme"), faqs })), "/");
  const shown = links()
    .elements()
    .map((link) => [link.textContent, link.getAttribute("href")]);
  const portal = `//acme.localhost:${window.location.port}/`;
  expect(shown).toEqual([
    ["Features", "/#features"],
    ["Demo", portal],
    ["FAQ", "/#faq"],
  ]);
  await expect.element(demo().first()).toHaveAttribute("href", portal);
  for (const id of ["features", "faq"]) expect(document.getElementById(id)).not.toBeNull();
});

test("the landing page links neither to a demo portal nor to FAQs if there are none", async () => {
  await openPage(consoleServer(consoleData(visitor(null))), "/");
  await expect.element(links()).toHaveTextContent("Features");
  await expect.element(demo()).toHaveLength(0);
  await expect
    .element(page.getByRole("main").getByRole("link", { name: "Log in" }).first())
    .toHaveAttribute("href", "/login");
});

test("signed-in users find the pages of their portal in the navigation of the product host", async () => {
  await openPage(consoleServer(consoleData({ user: aCustomer(), portal: portalOf(null) })), "/");
  expect(
    links()
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Roadmap", "Feedback", "Changelog"]);
});

test("the landing page shows pictures of the portal in the reader's theme", async () => {
  await openPage(consoleServer(consoleData(visitor(null))), "/");
  const shown = () =>
    page
      .getByRole("img")
      .elements()
      .flatMap((picture) => /\w+-(?:light|dark)/.exec(picture.getAttribute("src") ?? "") ?? []);
  expect(shown()).toEqual(["list-light", "roadmap-light", "changelog-light", "brand-light"]);
  await preferColorScheme("dark");
  await expect.poll(shown).toEqual(["list-dark", "roadmap-dark", "changelog-dark", "brand-dark"]);
});
