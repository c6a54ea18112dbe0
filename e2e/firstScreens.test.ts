import { newCustomer } from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const NEXT_STEP = { name: "Create your first board" };

test("the empty pages of a new company lead its admin to the first board", async ({ open }) => {
  const { admin, adminAtProduct } = await ownCompany();
  for (const place of [admin, adminAtProduct]) {
    const page = await open(place);
    for (const path of ["/roadmap", "/feedback"]) {
      await goTo(page, path);
      await page.getByRole("main").getByRole("link", NEXT_STEP).click();
      await expect(page.getByRole("heading", { level: 2, name: "Feedback Boards" })).toBeVisible();
      expect(addressOf(page)).toBe("/company/boards");
    }
  }
});

test("visitors of an empty portal are not told to create boards", async ({ open }) => {
  const { company } = await ownCompany();
  for (const place of [company, await newCustomer(company)]) {
    const page = await open(place);
    await goTo(page, "/feedback");
    await expect(page.getByText("There is no board to submit feedback to.")).toBeVisible();
    await expect(page.getByRole("link", NEXT_STEP)).toHaveCount(0);
    await goTo(page, "/roadmap");
    await expect(
      page.getByRole("main").getByRole("link", { name: "See all feedback" }),
    ).toBeVisible();
    await expect(page.getByRole("link", NEXT_STEP)).toHaveCount(0);
  }
});

test("an admin who has a board is led to the feedback, as everybody is", async ({ open }) => {
  const { admin } = await ownCompany("Ideas");
  const page = await open(admin);
  await goTo(page, "/roadmap");
  await expect(page.getByRole("link", NEXT_STEP)).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "See all feedback" }).click();
  await expect(
    page.getByRole("main").getByRole("button", { name: "Submit Feedback" }).first(),
  ).toBeVisible();
  await expect(page.getByRole("link", NEXT_STEP)).toHaveCount(0);
});
