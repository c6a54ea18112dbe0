import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { companiesApi } from "#contract/companies.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, acme, portalOf } from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";

/** Milliseconds after which a pending navigation shows a progress bar. */
const SHOWN_AFTER_MS = 300;

const main = () => page.getByRole("main");
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const menuLink = (name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

/**
 * Opens a list on the product's host. The next navigation waits for the user's company, because the
 * company could not be loaded with the page. The page's timers run only when the test calls `pass`.
 */
async function openList() {
  const portal = portalOf(null, { tenantId: acme.id });
  const server = acmeServer(acmeData({ portal, user: aCustomer() }));
  server.refuse(companiesApi.get, 503, "Busy");
  await openPage(server, "/feedback");
  await server.settled();
  server.forgetCalls();
  server.restore(companiesApi.get);
  const goOn = server.holdRequest(companiesApi.get);
  return { server, goOn, pass: holdTimers(SHOWN_AFTER_MS) };
}

/** Returns the style of the progress bar at the top of the window. */
function barStyle() {
  const { content, position, top, height, backgroundColor } = getComputedStyle(
    main().element(),
    "::before",
  );
  return { isDrawn: content !== "none", position, top, height, backgroundColor };
}

test("a slow navigation shows a progress bar, and a fast navigation does not", async () => {
  const { server, goOn, pass } = await openList();
  expect(barStyle().isDrawn).toBe(false);
  await menuLink("Changelog").click();
  await server.called(companiesApi.get);
  pass(SHOWN_AFTER_MS - 1);
  await expect.element(main()).not.toHaveAttribute("aria-busy");
  pass(1);
  await expect.element(main()).toHaveAttribute("aria-busy", "true");
  const bar = barStyle();
  expect(bar).toMatchObject({ isDrawn: true, position: "fixed", top: "0px", height: "3px" });
  expect(bar.backgroundColor).not.toBe("rgba(0, 0, 0, 0)");
  await expect.element(heading("All Feedback")).toBeVisible();
  goOn();
  await expect.element(heading("Changelog")).toBeVisible();
  await expect.element(main()).not.toHaveAttribute("aria-busy");
  expect(barStyle().isDrawn).toBe(false);

  window.history.back();
  await expect.element(heading("All Feedback")).toBeVisible();
  pass(SHOWN_AFTER_MS);
  await expect.element(main()).not.toHaveAttribute("aria-busy");
});

test("a new navigation removes the progress bar of the navigation that it replaces", async () => {
  const { server, goOn, pass } = await openList();
  await menuLink("Changelog").click();
  await server.called(companiesApi.get);
  pass(SHOWN_AFTER_MS);
  await expect.element(main()).toHaveAttribute("aria-busy", "true");
  await menuLink("Roadmap").click();
  await expect.element(main()).not.toHaveAttribute("aria-busy");
  pass(SHOWN_AFTER_MS);
  await expect.element(main()).toHaveAttribute("aria-busy", "true");
  goOn();
  await expect.element(heading("Product Roadmap")).toBeVisible();
  pass(SHOWN_AFTER_MS);
  await expect.element(main()).not.toHaveAttribute("aria-busy");
});
