import sharp from "sharp";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { newCustomer, newEmail } from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { originOf, setPortalAddress } from "./support/portalAddress.ts";
import { runPortal } from "./support/runPortal.ts";
import { runSql } from "./support/runSql.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test as base } from "./support/test.ts";

/** The test runs a portal of its own, which sends its mails to a test mail server. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    async ({}, use) => {
      const mailServer = await startMailServer();
      const settings = {
        SMTP_URL: mailServer.url,
        REQUIRE_CONFIRMED_EMAIL: "0",
        NOTIFY_DELAY: "1",
      };
      const { address, stop } = await runPortal(settings);
      setPortalAddress(address);
      await use(mailServer);
      await stop();
      await mailServer.close();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
});

/** Runs the job that composes and sends mails, which otherwise runs every minute. */
const deliver = () => runSql("select graphile_worker.add_job('deliverMails')", []);

const TITLE = "Dark mode for night shifts";

test("an admin writes an entry with a picture, schedules it and publishes it; a voter and a subscriber get one mail each, feeds contain the entry, and unpublishing removes it", async ({
  open,
  mailServer,
  complaints,
}) => {
  const { company, admin } = await ownCompany("Ideas");
  const customer = await newCustomer(company);
  const item = await newItem(customer);
  const mailsTo = (username: string) =>
    mailServer.mails.filter(({ to }) => to?.some(({ address }) => address === username));
  const about = (username: string) =>
    mailsTo(username).filter(({ subject }) => subject?.includes(TITLE));

  const reader = newEmail();
  const visitor = await open(company);
  await goTo(visitor, "/changelog");
  await visitor.getByLabel("Get new entries by mail").fill(reader);
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  await expect.poll(() => mailsTo(reader).length, { timeout: 15_000 }).toBe(1);
  const link = /https?:\/\/\S+\/subscription\/\S+/.exec(mailsTo(reader)[0]?.text ?? "")?.[0] ?? "";
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Confirm subscription" }).click();

  const page = await open(admin);
  await goTo(page, "/company/changelog");
  await page.getByRole("button", { name: "New entry" }).first().click();
  await page.getByRole("dialog").getByLabel("Title").fill(TITLE);
  await page.getByRole("button", { name: "Create draft" }).click();
  const body = page.getByLabel("Text", { exact: true });
  await body.fill("It is **dark** at last.\n\n");
  const chosen = page.waitForEvent("filechooser");
  await page
    .getByRole("toolbar", { name: "Formatting" })
    .getByRole("button", { name: "Add pictures" })
    .click();
  const background = { r: 20, g: 30, b: 60 };
  const buffer = await sharp({ create: { width: 900, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  await (await chosen).setFiles({ name: "night.png", mimeType: "image/png", buffer });
  await expect(body).toHaveValue(/!\[night\]\(\/pictures\/\S+\/900x400\.webp\)/);
  await page.getByPlaceholder("Search items to link...").fill(item.title);
  await page.getByRole("button", { name: `Link ${item.title}` }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByLabel("At a time").check();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(shownToast(page)).toContainText("Entry scheduled");
  await page.getByRole("button", { name: "Change schedule" }).click();
  await page.getByLabel("Now", { exact: true }).check();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(shownToast(page)).toContainText("Entry published");

  await goTo(visitor, "/changelog");
  const entry = visitor.getByRole("article").filter({ hasText: TITLE });
  await expect(entry.locator("strong")).toHaveText("dark");
  await expect(entry.getByRole("img", { name: "night" })).toHaveJSProperty("complete", true);
  await expect(entry.getByRole("link", { name: item.title })).toBeVisible();
  const address = (await entry.getByRole("link", { name: TITLE }).getAttribute("href")) ?? "";
  const feed = async () => (await sendRequest(company, "/changelog.atom")).content;
  expect(await feed()).toContain(TITLE);
  const arrived = async (username: string) => {
    await deliver();
    return about(username).length;
  };
  for (const username of [customer.username, reader])
    await expect.poll(() => arrived(username), { timeout: 80_000 }).toBe(1);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Unpublish" }).click();
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(shownToast(page)).toContainText("Entry unpublished");
  expect(await feed()).not.toContain(TITLE);
  complaints.expect(/status of 404/);
  await visitor.goto(`${originOf(company.host)}${address}`);
  await expect(visitor.getByRole("heading", { name: TITLE })).toBeHidden();
  for (const username of [customer.username, reader]) expect(about(username)).toHaveLength(1);
});
