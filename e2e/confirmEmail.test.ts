import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { acme, acmeCustomer, newCustomer, newEmail, signedIn } from "./support/accounts.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf, setPortalAddress } from "./support/portalAddress.ts";
import { runPortal } from "./support/runPortal.ts";
import { expect, test as base } from "./support/test.ts";

/** These tests run a portal of their own, which sends its mails to a test mail server. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    async ({}, use) => {
      const mailServer = await startMailServer();
      const { address, stop } = await runPortal({ SMTP_URL: mailServer.url });
      setPortalAddress(address);
      await use(mailServer);
      await stop();
      await mailServer.close();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
});

// The tests run in turn, because each worker starts a portal.
test.describe.configure({ mode: "default" });

/** Waits for a mail to this address. Returns the text of the last mail to this address. */
async function mailTo({ mails }: MailServer, username: string): Promise<string> {
  const find = () => mails.findLast(({ to }) => to?.some(({ address }) => address === username));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find()?.text ?? "";
}

test("the first vote of a new account is counted once the user has entered the code from the mail", async ({
  open,
  mailServer,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const { title, id } = await newItem(await signedIn(acmeCustomer, acme));
  const item = `/feedback/${String(id)}`;
  const page = await open(acme, { viewport: { width: 375, height: 740 } });
  const username = newEmail();
  await goTo(page, `/register?from=${encodeURIComponent(item)}`);
  await page.getByLabel("Full name").fill("Nora Newcomer");
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(originOf(acme.host) + item);
  await untilHydrated(page);

  const vote = page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
  await vote.click();
  await expect(page.getByLabel("Six-digit code")).toBeFocused();
  const text = await mailTo(mailServer, username);
  await page.keyboard.type(/^\d{6}$/m.exec(text)?.[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(vote).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await page.reload();
  await expect(vote).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(vote).toBeDisabled();
});

test("without JavaScript a user confirms an e-mail address on the page that the mail links to", async ({
  open,
  mailServer,
}) => {
  const customer = await newCustomer();
  const page = await open(customer, { javaScriptEnabled: false });
  await page.goto("/confirm-email");
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByText("A code is on its way.")).toBeVisible();
  const text = await mailTo(mailServer, customer.username);
  await page.getByLabel("Six-digit code").fill("12345");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("This code is not right, or no longer works.")).toBeVisible();
  await page.goto(/http\S+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText(/^Your email address is confirmed/)).toBeVisible();
});
