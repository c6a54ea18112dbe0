import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ApiKey } from "#contract/apiKeys.ts";
import { apiKeysApi } from "#contract/apiKeys.ts";
import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import { webhooksApi } from "#contract/webhooks.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/api";
const SECRET = "whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U=";

const rows = () => tableRows("Webhooks");
const dialog = () => page.getByRole("dialog");
const button = (name: string | RegExp) => page.getByRole("button", { name });
const menuItem = (name: string) => page.getByRole("menuitem", { name });

const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 5,
  kind: "webhook",
  name: "Warehouse",
  url: "https://hooks.acme.example/in",
  events: ["vote.created"],
  boardIds: null,
  includesPrivate: false,
  isOn: true,
  offReason: null,
  failingSince: null,
  previousSecretUntil: null,
  lastAnswer: { at: daysAgo(1), status: 204, milliseconds: 83, error: null },
  unfinished: 0,
  createdAt: daysAgo(3),
  ...changes,
});

const aDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 70,
  eventId: "msg_1",
  type: "vote.created",
  state: "failed",
  attempts: 10,
  nextAttemptAt: null,
  createdAt: daysAgo(2),
  lastAnswer: { at: daysAgo(1), status: 500, milliseconds: 12, error: null },
  ...changes,
});

/** Creates a server of Acme with these endpoints and deliveries. Requests change the arrays. */
function webhooksServer(all: Webhook[], log: WebhookDelivery[] = []) {
  return acmeServer(acmeData({ user: anAdmin() }))
    .respond(apiKeysApi.list, [])
    .respond(webhooksApi.list, all)
    .respond(webhooksApi.create, ({ body }) => {
      const made = aWebhook({ ...body, id: all.length + 10, lastAnswer: null });
      all.push(made);
      return { ...made, secret: body.kind === "webhook" ? SECRET : null };
    })
    .respond(webhooksApi.update, ({ params, body }) => {
      const webhook = all.find(({ id }) => id === params.id) ?? aWebhook();
      Object.assign(webhook, body, { offReason: body.isOn === false ? "admin" : null });
      return { ...webhook, secret: null };
    })
    .respond(webhooksApi.remove, () => void all.pop())
    .respond(webhooksApi.rotate, { secret: SECRET, previousSecretUntil: daysAgo(-1) })
    .respond(webhooksApi.test, aDelivery({ type: "test", state: "waiting" }))
    .respond(webhooksApi.deliveries, ({ query }) =>
      pageFrom(
        log.filter(({ state }) => query.state === undefined || state === query.state),
        query,
      ),
    )
    .respond(webhooksApi.delivery, ({ params }) => ({
      ...(log.find(({ id }) => id === params.deliveryId) ?? aDelivery()),
      body: '{"type":"vote.created"}',
      answers: [
        { at: daysAgo(1), status: 500, milliseconds: 12, body: "out of order", error: null },
      ],
    }))
    .respond(webhooksApi.send, ({ params }) => {
      const sent = log.find(({ id }) => id === params.deliveryId) ?? aDelivery();
      return Object.assign(sent, { state: "sent" as const });
    })
    .respond(webhooksApi.sendSince, { count: 12 });
}

test("an admin adds a webhook, and its secret is shown once with programs that verify a signature", async () => {
  const all: Webhook[] = [];
  const server = webhooksServer(all);
  await openPage(server, PATH);
  await expect.element(page.getByText("No webhooks yet")).toBeVisible();
  await button("Add").click();
  await dialog().getByLabelText("Name").fill("Warehouse");
  await dialog().getByLabelText("Address").fill("https://hooks.acme.example/in");
  await dialog()
    .getByRole("checkbox", { name: /^New vote/ })
    .click();
  await dialog().getByRole("button", { name: "Add" }).click();
  await expect.element(dialog().getByText(SECRET)).toBeVisible();
  expect(server.calls(webhooksApi.create)[0]?.body).toEqual({
    kind: "webhook",
    name: "Warehouse",
    url: "https://hooks.acme.example/in",
    events: ["feedback.created", "feedback.status_changed", "vote.created", "comment.created"],
    boardIds: null,
    includesPrivate: false,
  });
  await dialog().getByRole("tab", { name: "Python" }).click();
  await expect.element(dialog().getByText(/def is_genuine/)).toBeVisible();
  await expectWellMade("the dialog with the secret");
  await dialog().getByRole("button", { name: "Done" }).click();
  await expect.element(rows().first()).toMatchTextContent(/^Warehouse/);
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
});

test("errors of the address and the events stand beside their fields, and nothing that was entered is lost", async () => {
  const server = webhooksServer([]).refuse(webhooksApi.create, 400, "Invalid input", {
    errors: {
      url: ["This address is not on the public internet"],
      events: ["Choose at least one event"],
    },
  });
  await openPage(server, PATH);
  await button("Add").click();
  await dialog().getByLabelText("Send to").selectOptions("slack");
  await expect.element(dialog().getByText(/^In Slack:/)).toBeVisible();
  await dialog().getByLabelText("Name").fill("Team");
  await dialog().getByLabelText("Address").fill("https://10.0.0.1/");
  await dialog().getByRole("button", { name: "Add" }).click();
  await expect
    .element(dialog().getByLabelText("Address"))
    .toHaveAccessibleDescription(/^This address is not on the public internet/);
  await expect.element(dialog().getByText("Choose at least one event")).toBeVisible();
  await expect.element(dialog().getByLabelText("Name")).toHaveValue("Team");
});

test("why an endpoint was turned off is shown, and an admin turns it on again", async () => {
  const all = [aWebhook({ isOn: false, offReason: "failing" })];
  await openPage(webhooksServer(all), PATH);
  await expect
    .element(rows().first())
    .toMatchTextContent(/Turned off, because it accepted nothing for five days\./);
  await button("More actions for Warehouse").click();
  await menuItem("Turn on").click();
  await expect.element(shownToast()).toMatchTextContent("Webhook turned on");
  await expect.element(rows().first()).toMatchTextContent(/\/inOnEvents/);
});

test("names from right to left stand in their own direction, and turn around nothing that stands beside them", async () => {
  const name = "قناة الميزات (1)!";
  const key: ApiKey = {
    id: 3,
    name,
    hint: "x9Qa",
    scopes: ["feedback:read"],
    state: "active",
    createdBy: name,
    createdAt: daysAgo(9),
    expiresAt: null,
    lastUsedAt: null,
    lastUsedIp: null,
  };
  const server = webhooksServer([aWebhook({ name })]).respond(apiKeysApi.list, [key]);
  await openPage(server, PATH);
  const shown = page.getByText(name, { exact: true });
  const expectIsolated = () => {
    for (const element of shown.elements()) {
      const { direction, unicodeBidi } = getComputedStyle(element);
      expect(direction).toBe("rtl");
      // Both isolate a text from what stands around it.
      expect(["isolate", "plaintext"]).toContain(unicodeBidi);
    }
  };
  // The names of the key, of its maker and of the webhook.
  await expect.element(shown).toHaveLength(3);
  expectIsolated();
  await expectWellMade("the page with names from right to left");
  await button(`Log of ${name}`).click();
  await expect
    .element(dialog())
    .toMatchTextContent(`What was sent to ${name} in the last 30 days.`);
  expectIsolated();
});

test("the log shows what was sent and answered, is filtered, and sends again", async () => {
  const log = [aDelivery(), aDelivery({ id: 71, state: "sent", type: "comment.created" })];
  const server = webhooksServer([aWebhook()], log);
  await openPage(server, PATH);
  await button("Log of Warehouse").click();
  const entries = () => dialog().getByRole("listitem");
  await expect.element(entries()).toHaveLength(2);
  await dialog().getByLabelText("State").selectOptions("failed");
  await expect.element(entries()).toHaveLength(1);
  await entries()
    .first()
    .getByRole("button", { name: /^New vote/ })
    .click();
  await expect.element(dialog().getByText("out of order")).toBeVisible();
  await expectWellMade("the log");
  await dialog().getByRole("button", { name: "Send again", exact: true }).click();
  await expect.element(shownToast()).toMatchTextContent("Sent again");
  await dialog().getByRole("button", { name: "Send again since..." }).click();
  await dialog().getByRole("button", { name: "Count" }).click();
  await dialog().getByRole("button", { name: "Send 12 deliveries" }).click();
  await expect.element(shownToast()).toMatchTextContent("12 deliveries sent again");
  const bodies = server.calls(webhooksApi.sendSince).map(({ body }) => body.countOnly);
  expect(bodies).toEqual([true, false]);
});

test("a webhook is tested, changed, turned off and deleted from its menu, by keyboard", async () => {
  const all = [aWebhook()];
  const server = webhooksServer(all);
  await openPage(server, PATH);
  await expect.element(rows()).toHaveLength(1);
  await expectWellMade("the list of webhooks");
  const menu = button("More actions for Warehouse");
  await menu.click();
  await menuItem("Send a test").click();
  await expect.element(shownToast()).toMatchTextContent(/^Test sent/);
  await menu.click();
  await expect.element(menuItem("Change")).toBeVisible();
  await menuItem("Replace the secret").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
  await expect.element(dialog().getByText(SECRET)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await dialog().getByRole("button", { name: "Done" }).click();
  await menu.click();
  await menuItem("Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("No webhooks yet")).toBeVisible();
});
