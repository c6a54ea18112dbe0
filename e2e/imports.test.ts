import type { Page } from "@playwright/test";
import { ownCompany } from "./support/companyAdmin.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const FILE = [
  "id,title,status,board,votes",
  "1,Dark mode,open,Mobile,12",
  "2,Export to PDF,planned,Web,3",
  "3,,planned,Web,1",
].join("\n");

/** The maximum time in milliseconds that an import's jobs may take on a busy machine. */
const JOBS = { timeout: 30_000 };

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const step = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("an admin imports a CSV file with unknown boards, finds its items in the list, and undoes the import", async ({
  open,
}) => {
  test.slow();
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/data");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "ideas.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
  await press(page, "Upload file");
  await expect(step(page, "Prepare the check")).toBeVisible(JOBS);
  await press(page, "Check");
  await expect(step(page, "2 names of the file fit nothing here")).toBeVisible(JOBS);
  await press(page, "Create all 2 missing boards");
  await expect(page.getByRole("combobox", { name: "Board Web" })).toContainText("Web");
  await press(page, "Check again");
  await expect(page.getByRole("button", { name: "Import 2 items…" })).toBeVisible(JOBS);
  await expect(page.getByText("Line 4 · Item · The title is empty")).toBeVisible();
  await press(page, "Import 2 items…");
  await press(page, "Import");
  await expect(step(page, "The import is done")).toBeVisible(JOBS);
  await page.getByRole("link", { name: "View feedback" }).click();
  await expect(page.getByRole("link", { name: "Export to PDF" })).toBeVisible();

  await page.goBack();
  await untilHydrated(page);
  await press(page, "Undo…");
  await expect(page.getByText("Nobody has added anything to these items since.")).toBeVisible();
  await press(page, "Undo import");
  await expect(step(page, "The import was undone")).toBeVisible(JOBS);
  await goTo(page, "/feedback");
  await expect(page.getByText("No feedback yet")).toBeVisible();
});
