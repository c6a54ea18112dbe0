import { newCustomer } from "./support/accounts.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

test("if the code of a dialog fails to load, a toast is shown and the page does not change", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await open(await newCustomer());
  await page.route(/\/assets\/(?:ShortcutsDialog|SubmitFeedbackDialog)-[^/]*\.js$/, (route) =>
    route.abort(),
  );
  await goTo(page, "/feedback");
  const openers = [
    () => page.keyboard.press("?"),
    () => page.getByRole("button", { name: "Submit Feedback" }).click(),
  ];
  for (const openDialog of openers) {
    await toastAfter(page, openDialog, /Network error occurred/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Feedback");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
