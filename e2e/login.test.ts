import { acme, acmeAdmin } from "./support/accounts.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

test("a login returns an admin to the previous page, and a logout hides private boards and removes the session cookie", async ({
  open,
}) => {
  const page = await open(acme);
  const teamBacklog = page.getByRole("link", { name: /Team Backlog/ });
  await goTo(page, "/feedback?sort=date");
  await expect(teamBacklog).toHaveCount(0);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Ffeedback%3Fsort%3Ddate");
  await page.getByLabel("Work email").fill(acmeAdmin.username);
  await page.getByLabel("Password", { exact: true }).fill(acmeAdmin.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect.poll(() => addressOf(page)).toBe("/feedback?sort=date");
  await untilHydrated(page);
  await expect(teamBacklog).toBeVisible();

  await page.getByRole("button", { name: /^Account menu/ }).click();
  const reloaded = page.waitForEvent("load");
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await reloaded;
  await untilHydrated(page);
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  expect(await page.content()).not.toContain("Team Backlog");
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: "hearback_session" }),
  );
  await goTo(page, "/settings");
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fsettings");
});
