import { acme, acmeAdmin, newCustomer, product } from "./support/accounts.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

test("an item that an admin completes is on the changelog and the roadmap of the company's host", async ({
  open,
}) => {
  const item = await newItem(await newCustomer());
  const path = `/feedback/${String(item.id)}`;
  const page = await open(product);

  await goTo(page, "/login");
  await page.getByLabel("Work email").fill(acmeAdmin.username);
  await page.getByLabel("Password", { exact: true }).fill(acmeAdmin.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(`${originOf(product.host)}/roadmap`);
  await untilHydrated(page);
  await expect(page.getByRole("banner").getByRole("img", { name: "Acme" })).toBeVisible();

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Feedback" })
    .click();
  const sidebar = page.getByRole("complementary");
  await expect(sidebar.getByRole("heading", { name: "Private Boards" })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: /Team Backlog/ })).toBeVisible();

  await goTo(page, path);
  const details = page.getByRole("region", { name: "Details" });
  await details.getByRole("button", { name: /^Board: / }).click();
  await page.getByRole("menuitemradio", { name: "Time Tracking" }).click();
  await expect(details.getByRole("button", { name: "Board: Time Tracking" })).toBeFocused();
  await shownToast(page).getByRole("button", { name: "Undo" }).click();
  await expect(details.getByRole("button", { name: "Board: Time Tracking" })).toBeHidden();
  await details.getByRole("button", { name: "Status: New" }).click();
  await page.getByRole("menuitemradio", { name: "Complete" }).click();
  const step = page.getByRole("dialog", { name: "Change status to Complete" });
  await expect(step.getByRole("status")).toContainText("Notifies 1 person");
  await step.getByLabel(/Public note/).fill("Shipped with the spring release.");
  await step.getByRole("button", { name: "Change status" }).click();
  await expect(shownToast(page)).toContainText("Status: Complete");
  const timeline = page.getByRole("region", { name: /^Comments/ });
  await expect(timeline.getByText("changed the status to Complete")).toBeVisible();
  await expect(page.getByText("Shipped with the spring release.")).toHaveCount(1);

  const visitor = await open(acme);
  await goTo(visitor, path);
  await expect(visitor.getByText("Shipped with the spring release.").first()).toBeVisible();
  await goTo(visitor, "/changelog");
  const entry = visitor.getByRole("article").filter({ hasText: item.title });
  await expect(entry).toContainText("Completed on");
  await goTo(visitor, "/roadmap");
  const complete = visitor.getByRole("region", { name: "Complete" });
  const card = complete.getByRole("article").filter({ hasText: item.title });
  const more = complete.getByRole("button", { name: "Load more" });
  while ((await more.isVisible()) && !(await card.isVisible())) await more.click();
  await expect(card).toBeVisible();
});
