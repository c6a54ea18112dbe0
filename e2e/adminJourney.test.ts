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
  const manage = page.getByRole("region", { name: "Manage" });
  await expect(manage.getByLabel("Status")).toHaveValue("new");
  await manage.getByLabel("Status").selectOption({ label: "Complete" });
  await manage.getByLabel(/Public note/).fill("Shipped with the spring release.");
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(shownToast(page)).toContainText("Feedback updated successfully");
  const timeline = page.getByRole("region", { name: /^Comments/ });
  await expect(timeline.getByText("Status changed from New to Complete")).toBeVisible();
  await expect(timeline.getByText("Shipped with the spring release.")).toBeVisible();

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
