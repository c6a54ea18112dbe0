import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const anotherCustomer = aCustomer({ id: 14, fullName: "Grace Hopper" });

/** Simulates the event that another tab causes when the signed-in user changes. */
function reportFromAnotherTab(userId: number | null): void {
  window.dispatchEvent(new StorageEvent("storage", { key: "signed-in", newValue: String(userId) }));
}

/** Simulates the event of a tab that becomes visible again. */
function returnToTab(): void {
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Sets the page's clock forward. Timers are not affected. */
function setClockForward(seconds: number): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

test("a page that is restored from the back/forward cache is not reloaded if the session has not changed", async () => {
  const server = acmeServer(acmeData());
  const { documentLoads } = await openPage(server, "/register");
  await fillIn({ "Full name": "Half a thought" });
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await server.called(authApi.currentUser);
  await server.settled();
  expect(documentLoads).toEqual([]);
  await expect.element(fieldOf("Full name")).toHaveValue("Half a thought");
});

test("a toast of one user is not shown to the next user who signs in", async () => {
  const data = acmeData({ user: aCustomer(), items: [anItem()] });
  const server = acmeServer(data).refuse(feedbackApi.vote, 500, "Only Robin may read this");
  const { documentLoads, reload } = await openPage(server, "/feedback");
  await page.getByRole("button", { name: /^Vote for Dark mode/ }).click();
  await expect.element(shownToast()).toMatchTextContent("Only Robin may read this");
  data.user = anotherCustomer;
  reportFromAnotherTab(anotherCustomer.id);
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: "/feedback" }]);
  await reload();
  await server.settled();
  await expect
    .element(page.getByRole("button", { name: "Account menu of Grace Hopper" }))
    .toBeVisible();
  await expect.element(shownToast()).not.toBeInTheDocument();
});

test("an admin's unsaved changes survive a logout in another tab, a toast opens the login over the page, and the next user's login discards the changes", async () => {
  const data = settingsData();
  const server = settingsServer(data);
  const { documentLoads } = await openPage(server, "/company/settings");
  await fillIn({ "Company name": "Half a thought" });
  data.user = null;
  reportFromAnotherTab(null);
  await server.called(authApi.currentUser);
  await server.settled();
  expect(documentLoads).toEqual([]);
  await expect.element(fieldOf("Company name")).toHaveValue("Half a thought");
  await expect.element(shownToast()).toMatchTextContent("You have been logged out");
  await shownToast().getByRole("button", { name: "Log in" }).click();
  await expect.element(page.getByRole("dialog", { name: "Log in to go on" })).toBeVisible();
  data.user = anotherCustomer;
  reportFromAnotherTab(anotherCustomer.id);
  await expect
    .poll(() => documentLoads)
    .toEqual([{ kind: "reload", address: "/company/settings" }]);
});

test("a tab that becomes visible several times within 5 seconds checks its session only once", async () => {
  const server = acmeServer(acmeData({ user: aCustomer() }));
  const { documentLoads } = await openPage(server, "/feedback");
  setClockForward(5);
  returnToTab();
  await server.called(authApi.currentUser);
  await server.settled();
  returnToTab();
  returnToTab();
  await server.settled();
  expect(server.calls(authApi.currentUser)).toHaveLength(1);
  expect(documentLoads).toEqual([]);
});

test("a tab that becomes visible after the session has ended reloads its page", async () => {
  const data = acmeData({ user: aCustomer() });
  const server = acmeServer(data);
  const { documentLoads } = await openPage(server, "/feedback");
  data.user = null;
  setClockForward(5);
  returnToTab();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: "/feedback" }]);
});
