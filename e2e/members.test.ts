import { newEmail } from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect, test } from "./support/test.ts";

test("a person registers with an invitation link that an admin has copied, and then manages the company", async ({
  open,
}) => {
  const { company, admin } = await ownCompany("Ideas");
  const username = newEmail();
  const page = await open(admin);
  await goTo(page, "/company/members");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await fillIn(dialog, { Email: username });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByText(/\/invitation\?token=/);
  const address = (await link.textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  const invitations = page.getByRole("table", { name: "Open invitations" });
  await expect(invitations).toContainText(username);

  const invited = await open(company);
  await goTo(invited, address.replace(originOf(company.host), ""));
  await fillIn(invited.getByRole("main"), { "Full name": "Ines Invited" });
  await invited.getByLabel("Password", { exact: true }).fill("a long password");
  await invited.getByRole("button", { name: "Create account" }).click();
  await expect(invited).toHaveURL(`${originOf(company.host)}/roadmap`);
  await untilHydrated(invited);
  await goTo(invited, "/company/members");
  const members = invited.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row", { name: /Ines Invited/ })).toContainText("You");

  // The inviting admin's page shows the new member without a reload.
  await expect(page.getByRole("table", { name: "Members" })).toContainText("Ines Invited");
  await expect(page.getByText("Nobody is invited at present.")).toBeVisible();
});
