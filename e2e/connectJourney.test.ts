import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { WebhookEvent } from "#contract/webhookEvents.ts";
import { runGuideProgram } from "#server/checks/fixtures/runGuideProgram.ts";
import { slackMessage } from "#server/checks/fixtures/slackMessage.ts";
import type { WebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { startWebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { findRuntime } from "../scripts/runtime.mjs";
import { newCustomer } from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { boardOf } from "./support/feedbackItems.ts";
import { fillIn } from "./support/fillIn.ts";
import { goTo } from "./support/goTo.ts";
import { originOf, portalAddress, setPortalAddress } from "./support/portalAddress.ts";
import { runPortal } from "./support/runPortal.ts";
import { runSql } from "./support/runSql.ts";
import { expect, test as base } from "./support/test.ts";

/**
 * The test runs a portal of its own in development, from which webhooks reach receivers on this
 * machine.
 */
const test = base.extend<object, { receiver: WebhookReceiver }>({
  receiver: [
    async ({}, use) => {
      const receiver = await startWebhookReceiver();
      const { address, stop } = await runPortal({ HEARBACK_DEV: "1" });
      setPortalAddress(address);
      await use(receiver);
      await stop();
      await receiver.close();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
});

const PROGRAM = "/program";
const SLACK = "/services/T0/B0/secret";

/** The item that the program of the guide creates. */
const TITLE = "Dark mode";

/** Sends what is due now. The schedule would begin with the next full minute. */
const deliver = () => runSql("select graphile_worker.add_job('deliverWebhooks')", []);

test("an admin makes a key and endpoints; a program creates an item for a customer, its event is verified after two failures, and a chat shows it", async ({
  open,
  receiver,
}) => {
  const { company, admin } = await ownCompany("Ideas");
  const receivedAt = (path: string) => receiver.received.filter((each) => each.path === path);
  const untilReceived = (path: string, count: number) =>
    expect
      .poll(
        async () => {
          await deliver();
          return receivedAt(path).length;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThanOrEqual(count);
  receiver.answer = (response, { path, headers, body }) => {
    if (path === PROGRAM) {
      if (receivedAt(PROGRAM).length <= 2) response.writeHead(500).end("out of order");
      else response.writeHead(204).end();
      return;
    }
    const isJson = headers["content-type"]?.startsWith("application/json");
    const isShown = isJson && slackMessage.safeParse(JSON.parse(body)).success;
    response.writeHead(isShown ? 200 : 400).end(isShown ? "ok" : "invalid_payload");
  };

  const page = await open(admin);
  await goTo(page, "/company/api");
  const key = await makeKey(page);
  const secret = await addWebhook(page, `${receiver.url}${PROGRAM}`);
  await addChat(page, `${receiver.url}${SLACK}`);

  const board = await boardOf(company);
  const guide = { guide: "for-a-customer", language: "ts" } as const;
  await runGuideProgram(guide, [findRuntime()], {
    HEARBACK_URL: `http://localhost:${String(portalAddress().port)}`,
    HEARBACK_KEY: key,
    BOARD_ID: String(board.id),
  });

  await untilReceived(PROGRAM, 1);
  await untilReceived(SLACK, 1);
  await untilReceived(PROGRAM, 2);
  await sendAgain(page);
  await untilReceived(PROGRAM, 3);
  const dialog = page.getByRole("dialog", { name: "Log" });
  await expect(dialog.getByRole("listitem")).toContainText("Delivered");
  // The last answer stands in the list and in the details.
  for (const answer of [/^500 in \d+ ms/, /^204 in \d+ ms/])
    await expect(dialog.getByText(answer)).toHaveCount(2);

  const requests = receivedAt(PROGRAM);
  expect(requests).toHaveLength(3);
  const ids = requests.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  const events = requests.map(
    ({ headers, body }) =>
      new Webhook(secret).verify(
        body,
        headers as Record<string, string>,
      ) as WebhookEvent<"feedback.created">,
  );
  expect(events[2]).toMatchObject({
    type: "feedback.created",
    data: { feedback: { title: TITLE, author: { fullName: "Sam Rivera" } } },
  });
  const address = events[2]?.data.feedback.url ?? "";
  expect(address).toMatch(new RegExp(`^${originOf(company.host)}/`));

  const messages = receivedAt(SLACK);
  expect(messages).toHaveLength(1);
  const message = slackMessage.parse(JSON.parse(messages[0]?.body ?? ""));
  expect(message.blocks[0]).toMatchObject({ type: "header", text: { text: TITLE } });
  const [button] = message.blocks.flatMap((block) =>
    block.type === "actions" ? block.elements : [],
  );
  expect(button?.url).toBe(address);
  const reader = await open(await newCustomer(company));
  await reader.goto(address);
  await expect(reader.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
  await expect(reader.getByText("Sam Rivera").filter({ visible: true }).first()).toBeVisible();
});

/** Makes a key that reads and writes feedback. Returns it. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await fillIn(form, { Name: "Support desk" });
  await form.getByRole("checkbox", { name: "Write feedback" }).check();
  await form.getByRole("button", { name: "Make key" }).click();
  const shown = page.getByRole("dialog", { name: "Copy your API key" });
  const key = await shown.getByText(/^hb_\S+$/).textContent();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  return key ?? "";
}

/** Adds a webhook that gets only new feedback. Returns its secret. */
async function addWebhook(page: Page, url: string): Promise<string> {
  await addEndpoint(page, "Webhook", { Name: "Warehouse", Address: url });
  const shown = page.getByRole("dialog", { name: "Copy the secret" });
  const secret = await shown.getByText(/^whsec_\S+$/).textContent();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  return secret ?? "";
}

async function addChat(page: Page, url: string): Promise<void> {
  await addEndpoint(page, "Slack", { Name: "Team", Address: url });
  await expect(page.getByRole("button", { name: "Log of Team" })).toBeVisible();
  // The address of a chat is a secret.
  await expect(page.getByText(url)).toHaveCount(0);
}

async function addEndpoint(
  page: Page,
  kind: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add a webhook or chat" });
  await form.getByLabel("Send to").selectOption({ label: kind });
  await fillIn(form, values);
  for (const event of [/^Status changed/, /^New comment/])
    await form.getByRole("checkbox", { name: event }).uncheck();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form).toBeHidden();
}

/** Sends the failed delivery again from the log. */
async function sendAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log of Warehouse" }).click();
  const dialog = page.getByRole("dialog", { name: "Log" });
  await expect(dialog.getByRole("listitem")).toContainText(/500 in \d+ ms, 2 attempts/);
  await dialog.getByRole("button", { name: /^New feedback/ }).click();
  await expect(dialog.getByText("out of order").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Send again", exact: true }).click();
}
