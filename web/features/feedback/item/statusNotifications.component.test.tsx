import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import type { NotifiedChange } from "#contract/statusNotifications.ts";
import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anAdmin, anItem, aStatusChange } from "#web/testing/fixtures.ts";
import { chooseProperty } from "#web/testing/chooseProperty.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const dialog = () => page.getByRole("dialog", { name: /^Change status to/ });
const audience = () => dialog().getByRole("status");
const dontNotify = () => dialog().getByRole("button", { name: "Don't notify" });
const save = () => dialog().getByRole("button", { name: "Change status" });

/**
 * Creates a server with a signed-in admin and an item whose status change would notify 1,204
 * people.
 */
function followedItem() {
  const data = acmeData({ user: anAdmin(), items: [anItem()] });
  return acmeServer(data).respond(statusNotificationsApi.audience, {
    total: 1204,
    byEmail: 1120,
    isCapped: false,
  });
}

test("after an admin chooses a new status, the dialog says how many people the change will notify", async () => {
  const server = followedItem();
  await openPage(server, ITEM);
  const goOn = server.holdResponse(statusNotificationsApi.audience);
  await chooseProperty("Status", "Planned");
  await expect.element(audience()).toHaveTextContent("Notifies …");
  goOn();
  await expect.element(audience()).toHaveTextContent("Notifies 1,204 people, 1,120 by mail");
  await expectWellMade("the dialog that changes the status");
});

test.each([
  [{ total: 0, byEmail: 0, isCapped: false }, "Nobody else follows this item"],
  [{ total: 1, byEmail: 0, isCapped: false }, "Notifies 1 person, 0 by mail"],
  [{ total: 10_000, byEmail: 9_000, isCapped: true }, "Notifies more than 10,000 people"],
])("for the audience %j, the dialog shows the text '%s'", async (counted, text) => {
  await openPage(followedItem().respond(statusNotificationsApi.audience, counted), ITEM);
  await chooseProperty("Status", "Planned");
  await expect.element(audience()).toHaveTextContent(text);
});

test("if the number of followers cannot be fetched, the dialog says that followers will be notified", async () => {
  const server = followedItem();
  server.refuse(statusNotificationsApi.audience, 500, "Something went wrong");
  await openPage(server, ITEM);
  await chooseProperty("Status", "Planned");
  await expect
    .element(audience())
    .toHaveTextContent("People who follow this item will be notified");
});

test("'Don't notify' applies only to the next change of status, and later changes notify people again", async () => {
  const server = followedItem();
  await openPage(server, ITEM);
  await chooseProperty("Status", "Planned");
  await dontNotify().click();
  await expect.element(audience()).toHaveTextContent("Nobody will be notified");
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Status: Planned");
  await expect.element(dialog()).not.toBeInTheDocument();
  await chooseProperty("Status", "Complete");
  await expect.element(audience()).toMatchTextContent("Notifies 1,204 people");
  await save().click();
  await server.called(feedbackApi.update, 2);
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([
    { status: "planned", notify: false },
    { status: "complete" },
  ]);
});

test("before saving a new status, an admin who chose not to notify people can undo this choice", async () => {
  const server = followedItem();
  await openPage(server, ITEM);
  await chooseProperty("Status", "Planned");
  await dontNotify().click();
  await dialog().getByRole("button", { name: "Notify them" }).click();
  await expect.element(audience()).toMatchTextContent("Notifies 1,204 people");
  await expect.element(dontNotify()).toHaveFocus();
  await save().click();
  await server.called(feedbackApi.update);
  expect(server.calls(feedbackApi.update)[0]?.body).toEqual({ status: "planned" });
});

const notifiedChange = (changes: Partial<NotifiedChange>): NotifiedChange => ({
  id: 51,
  isSilent: false,
  isPending: false,
  total: 0,
  isCapped: false,
  ...changes,
});

/** Creates a server whose item has three changes of status, with the ids 50, 51 and 52. */
function changedItem(changes: NotifiedChange[], user = anAdmin()) {
  const history = [50, 51, 52].map((id) => aStatusChange({ id }));
  const data = acmeData({ user, items: [anItem()], history });
  return acmeServer(data).respond(statusNotificationsApi.changes, () => changes);
}

const entries = () => page.getByRole("region", { name: /^Comments/ }).getByRole("listitem");
const notified = (label: string) => page.getByText(label, { exact: true });

test("the timeline shows admins how many people each change of status has notified", async () => {
  const changes = [
    notifiedChange({ id: 51, total: 1204 }),
    notifiedChange({ id: 52, isSilent: true }),
  ];
  const server = changedItem(changes);
  await openPage(server, ITEM);
  await expect.element(entries().nth(1)).toMatchTextContent("Notified 1,204 people");
  await expect.element(entries().nth(2)).toMatchTextContent("Nobody was notified");
  await expect.element(entries().nth(0)).not.toMatchTextContent(/notified/i);
});

test("opening a timeline entry shows how many notifications of the status change had each outcome", async () => {
  const server = changedItem([notifiedChange({ total: 1204 })]);
  const outcomes = { mailed: 1000, waiting: 3, digest: 198, off: 0 };
  const rest = { suppressed: 2, failed: 1, dropped: 0 };
  server.respond(statusNotificationsApi.outcomes, { ...outcomes, ...rest });
  await openPage(server, ITEM);
  await expect.element(notified("Notified 1,204 people")).toBeVisible();
  expect(server.calls(statusNotificationsApi.outcomes)).toEqual([]);
  await notified("Notified 1,204 people").click();
  await expect.element(page.getByRole("term")).toHaveLength(5);
  const lines = page.getByRole("term").elements();
  expect(lines.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    "Sent by mail1,000",
    "Mail is on its way3",
    "In the next daily or weekly mail198",
    "Address gets no mails2",
    "Mail failed1",
  ]);
  expect(server.calls(statusNotificationsApi.outcomes)[0]?.params).toEqual({
    id: 31,
    changeId: 51,
  });
});

test("if the outcomes of notifications fail to load, an error with a button to try again is shown", async () => {
  const server = changedItem([notifiedChange({ total: 2 })]);
  server.refuse(statusNotificationsApi.outcomes, 500, "Something went wrong");
  await openPage(server, ITEM);
  await notified("Notified 2 people").click();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("The details could not be loaded.");
  const none = { waiting: 0, digest: 0, off: 0, suppressed: 0, failed: 0, dropped: 0 };
  server.respond(statusNotificationsApi.outcomes, { mailed: 2, ...none });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("term")).toHaveTextContent("Sent by mail");
});

test("a status change shows the number of notified people once all people have been notified", async () => {
  const changes = [notifiedChange({ isPending: true, total: 7 })];
  const server = changedItem(changes);
  const pass = holdTimers(1_000);
  await openPage(server, ITEM);
  await expect.element(notified("Notifying people …")).toBeVisible();
  await server.settled();
  changes[0] = notifiedChange({ total: 9 });
  pass(2_000);
  await expect.element(notified("Notified 9 people")).toBeVisible();
});

test("customers do not see how many people a status change has notified", async () => {
  const server = changedItem([notifiedChange({ total: 1204 })], aCustomer());
  await openPage(server, ITEM);
  await expect.element(entries()).toHaveLength(3);
  await server.settled();
  expect(server.calls(statusNotificationsApi.changes)).toEqual([]);
});
