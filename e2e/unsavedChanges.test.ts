import { holdBack } from "./support/apiCalls.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

test("the page and the browser ask for confirmation before they discard unsaved changes", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  const letCome = await holdBack(page, /\/assets\/ChangelogPage-[^/]*\.js$/);
  await goTo(page, "/company/settings");
  const name = fieldOf(page, "Company name");
  await fillIn(page, { "Company name": "Half a thought" });
  const linkIn = (menu: string, label: string) =>
    page.getByRole("navigation", { name: menu }).getByRole("link", { name: label });
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  // The user chooses 'Discard changes', but returns before the next page has loaded.
  await linkIn("Main", "Changelog").click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(question).toBeHidden();
  await linkIn("Company settings", "Company Profile").click();
  await expect(page.locator("main[aria-busy]")).toHaveCount(0);
  await expect(name).toHaveValue("Half a thought");

  await linkIn("Main", "Roadmap").click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Half a thought");
  const asked: string[] = [];
  let accepts = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void (accepts ? dialog.accept() : dialog.dismiss());
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(name).toHaveValue("Half a thought");

  accepts = true;
  await page.reload();
  expect(asked).toEqual(["beforeunload", "beforeunload"]);
  await untilHydrated(page);
  await expect(name).toHaveValue("Fresh Company");

  await fillIn(page, { "Company name": "Another thought" });
  await linkIn("Main", "Changelog").click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  letCome();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  // The page with the form is closed, so the next navigation does not ask for confirmation.
  await linkIn("Main", "Roadmap").click();
  await expect(page.getByRole("heading", { level: 1, name: "Product Roadmap" })).toBeVisible();
});
