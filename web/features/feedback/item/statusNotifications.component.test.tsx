import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import type { NotifiedChange } from "#contract/statusNotifications.ts";
import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { callOverHttp } from "#web/app/api/callOverHttp.ts";
import { createQueryClient } from "#web/app/api/queryClient.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anAdmin, anItem, aStatusChange } from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";
import { NotifiedPeople } from "./NotifiedPeople.tsx";

const ITEM = "/feedback/31";

const manage = () => page.getByRole("region", { name: "Manage" });
const status = () => manage().getByLabelText("Status", { exact: true });
const audience = () => manage().getByRole("status");
const dontNotify = () => manage().getByRole("button", { name: "Don't notify" });
const save = () => manage().getByRole("button", { name: "Save", exact: true });

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

test("after an admin chooses a new status, the form says how many people the change will notify", async () => {
  const server = followedItem();
  await openPage(server, ITEM);
  await expect.element(status()).toBeEnabled();
  expect(server.calls(statusNotificationsApi.audience)).toEqual([]);
  const goOn = server.holdResponse(statusNotificationsApi.audience);
  await status().selectOptions("Planned");
  await expect.element(audience()).toHaveTextContent("Notifies …");
  goOn();
  await expect.element(audience()).toHaveTextContent("Notifies 1,204 people, 1,120 by mail");
  await status().selectOptions("New");
  await expect.element(dontNotify()).not.toBeInTheDocument();
});

test.each([
  [{ total: 0, byEmail: 0, isCapped: false }, "Nobody else follows this item"],
  [{ total: 1, byEmail: 0, isCapped: false }, "Notifies 1 person, 0 by mail"],
  [{ total: 10_000, byEmail: 9_000, isCapped: true }, "Notifies more than 10,000 people"],
])("for the audience %j, the status form shows the text '%s'", async (counted, text) => {
  await openPage(followedItem().respond(statusNotificationsApi.audience, counted), ITEM);
  await status().selectOptions("Planned");
  await expect.element(audience()).toHaveTextContent(text);
});

test("if the number of followers cannot be fetched, the status form says that followers will be notified", async () => {
  const server = followedItem();
  server.refuse(statusNotificationsApi.audience, 500, "Something went wrong");
  await openPage(server, ITEM);
  await status().selectOptions("Planned");
  await expect
    .element(audience())
    .toHaveTextContent("People who follow this item will be notified");
});

test("'Don't notify' applies only to the next change of status, and later changes notify people again", async () => {
  const server = followedItem();
  await openPage(server, ITEM);
  await status().selectOptions("Planned");
  await dontNotify().click();
  await expect.element(audience()).toHaveTextContent("Nobody will be notified");
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Feedback updated successfully");
  await expect.element(save()).not.toBeInTheDocument();
  await status().selectOptions("Complete");
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
  await status().selectOptions("Planned");
  await dontNotify().click();
  await manage().getByRole("button", { name: "Notify them" }).click();
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

const entries = () => page.getByRole("main").getByRole("listitem");
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

test("a timeline entry that was rendered without its number of notified people hydrates without an error even if another entry has already fetched the numbers", async () => {
  const changes = [notifiedChange({ total: 7 })];
  onTestFinished(changedItem(changes).install());
  const entryWith = (client: QueryClient) => (
    <QueryClientProvider client={client}>
      <NotifiedPeople feedbackId={31} changeId={51} />
    </QueryClientProvider>
  );
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(entryWith(createQueryClient(callOverHttp)));
  const client = createQueryClient(callOverHttp);
  const { queryKey } = apiQuery("/api/feedback/:id/notified", { params: { id: 31 } });
  client.setQueryData(queryKey, changes);
  const onRecoverableError = vi.fn();
  const root = hydrateRoot(container, entryWith(client), { onRecoverableError });
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await expect.element(notified("Notified 7 people")).toBeVisible();
  expect(onRecoverableError).not.toHaveBeenCalled();
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
