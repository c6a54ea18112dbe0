import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import type { NotificationSettings } from "#contract/notificationSettings.ts";
import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anAdmin } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const card = () => page.getByRole("region", { name: "Notifications", exact: true });
const mails = () => card().getByRole("group", { name: "What you follow", exact: true });
const newFeedback = () => card().getByRole("group", { name: "New feedback", exact: true });
const timeZone = () => card().getByLabelText("Time zone");
const save = () => card().getByRole("button", { name: "Save Changes" });

/** A server with a signed-in customer who has these notification settings. */
function serverWith(changes: Partial<NotificationSettings> = {}, user = aCustomer()) {
  const data = accountData({ user });
  Object.assign(data.notificationSettings, changes);
  return { data, server: accountServer(data) };
}

const sentTo = (server: ReturnType<typeof accountServer>) =>
  server.calls(notificationSettingsApi.update).map(({ body }) => body);

test("the saved pace is selected, and a new one is saved with a toast", async () => {
  const { server } = serverWith({ email: "daily" });
  await openPage(server, "/settings");
  await expect.element(mails().getByRole("radio", { name: "Daily" })).toBeChecked();
  await expect
    .element(mails().getByRole("radio", { name: "Weekly" }))
    .toHaveAccessibleDescription("One mail on Monday at 8:00, if anything happened.");
  await expectWellMade("the notification settings");
  await mails().getByRole("radio", { name: "Off" }).click();
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Notification settings saved successfully");
  expect(sentTo(server)).toEqual([{ email: "off", timeZone: "Europe/Berlin" }]);
});

test("the pace can be chosen and saved by keyboard", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  await pressKeys(mails().getByRole("radio", { name: "At once" }), "{ArrowDown}");
  await expect.element(mails().getByRole("radio", { name: "Daily" })).toBeChecked();
  await pressKeys(save(), "{Enter}");
  await server.called(notificationSettingsApi.update);
  expect(sentTo(server)).toMatchObject([{ email: "daily" }]);
});

test("an admin of a company also chooses the pace of mails about new feedback", async () => {
  const { server } = serverWith({ newFeedback: "daily" }, anAdmin());
  await openPage(server, "/settings");
  await expect.element(newFeedback().getByRole("radio", { name: "Daily" })).toBeChecked();
  await newFeedback().getByRole("radio", { name: "At once" }).click();
  await save().click();
  await server.called(notificationSettingsApi.update);
  expect(sentTo(server)).toEqual([
    { email: "immediate", timeZone: "Europe/Berlin", newFeedback: "immediate" },
  ]);
});

test("a customer sees no setting for new feedback", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  await expect.element(mails()).toBeVisible();
  await expect.element(newFeedback()).not.toBeInTheDocument();
});

test("another time zone can be chosen from the browser's list", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  await timeZone().selectOptions("America/New_York");
  await save().click();
  await server.called(notificationSettingsApi.update);
  expect(sentTo(server)).toEqual([{ email: "immediate", timeZone: "America/New_York" }]);
});

test("a time zone that this browser does not know stays selected", async () => {
  const { server } = serverWith({ timeZone: "Europe/Newtown" });
  await openPage(server, "/settings");
  await expect.element(timeZone()).toHaveValue("Europe/Newtown");
});

function useBrowserZone(name: string) {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...options,
    timeZone: name,
  });
}

test("the browser's time zone is offered to an account that has not chosen one, and saved only with the form", async () => {
  useBrowserZone("Asia/Tokyo");
  const { server } = serverWith({ timeZone: "UTC" });
  await openPage(server, "/settings");
  const offer = card().getByRole("button", { name: "Use Asia/Tokyo" });
  await offer.click();
  await expect.element(timeZone()).toHaveValue("Asia/Tokyo");
  await expect.element(timeZone()).toHaveFocus();
  await expect.element(offer).not.toBeInTheDocument();
  expect(sentTo(server)).toEqual([]);
  await save().click();
  await server.called(notificationSettingsApi.update);
  expect(sentTo(server)).toEqual([{ email: "immediate", timeZone: "Asia/Tokyo" }]);
});

test("no time zone is offered to an account that has chosen one", async () => {
  useBrowserZone("Asia/Tokyo");
  const { server } = serverWith({ timeZone: "Europe/Berlin" });
  await openPage(server, "/settings");
  await expect.element(timeZone()).toHaveValue("Europe/Berlin");
  await expect.element(card().getByRole("button", { name: /^Use / })).not.toBeInTheDocument();
});

test("a time zone that the server does not know shows the error at its field", async () => {
  const { server } = serverWith();
  server.refuse(notificationSettingsApi.update, 400, "Choose a time zone from the list", {
    errors: { timeZone: ["Choose a time zone from the list"] },
  });
  await openPage(server, "/settings");
  await timeZone().selectOptions("Asia/Tokyo");
  await save().click();
  await expectMessages({ "Time zone": "Choose a time zone from the list" });
  await expect.element(timeZone()).toHaveFocus();
  await expect.element(timeZone()).toHaveValue("Asia/Tokyo");
});

test("a failed save shows a toast, keeps the choice, and leaving the page then needs a confirmation", async () => {
  const { server } = serverWith();
  server.refuse(notificationSettingsApi.update, 500, "Something went wrong");
  await openPage(server, "/settings");
  await mails().getByRole("radio", { name: "Weekly" }).click();
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await expect.element(mails().getByRole("radio", { name: "Weekly" })).toBeChecked();
  await page.getByRole("banner").getByRole("link", { name: "Roadmap" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await expect.element(question).toBeVisible();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => window.location.pathname).toBe("/roadmap");
});

test("the button is busy while the settings are saved, and a choice made meanwhile stays", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  const goOn = server.holdResponse(notificationSettingsApi.update);
  await mails().getByRole("radio", { name: "Daily" }).click();
  await save().click();
  await expect
    .element(card().getByRole("button", { name: "Saving..." }))
    .toHaveAttribute("aria-busy", "true");
  await mails().getByRole("radio", { name: "Weekly" }).click();
  goOn();
  await expect.element(save()).toBeVisible();
  await expect.element(mails().getByRole("radio", { name: "Weekly" })).toBeChecked();
});

test("settings that could not be loaded show an error, and are loaded by a retry", async () => {
  const { server } = serverWith();
  server.refuse(notificationSettingsApi.read, 500, "Something went wrong");
  await openPage(server, "/settings");
  await expect.element(card()).toMatchTextContent("Failed to fetch the notification settings");
  server.restore(notificationSettingsApi.read);
  await card().getByRole("button", { name: "Try again" }).click();
  await expect.element(mails()).toBeVisible();
});

test("the settings show a skeleton in their place while they load", async () => {
  const { server } = serverWith();
  await openPage(server, "/roadmap");
  const goOn = server.holdResponse(notificationSettingsApi.read);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect.element(card().getByText("Loading the notification settings")).toBeInTheDocument();
  goOn();
  await expect.element(mails()).toBeVisible();
});

test.each([
  ["bounced", "A mail to your address came back on"],
  ["refused", "Your mail server refused our mails on"],
] as const)(
  "an address that was %s shows why no mails come, and mails are sent again",
  async (reason, text) => {
    const { server } = serverWith({
      suppression: { reason, since: "2026-03-05T08:00:00.000Z" },
    });
    await openPage(server, "/settings");
    await expect.element(card()).toMatchTextContent(text);
    await pressKeys(card().getByRole("button", { name: "Send mails again" }), "{Enter}");
    await expect.element(shownToast()).toMatchTextContent("Mails are sent to your address again");
    await expect.element(card()).not.toMatchTextContent(text);
    expect(server.calls(notificationSettingsApi.liftSuppression)).toHaveLength(1);
    await expect.poll(() => document.activeElement !== document.body).toBe(true);
  },
);

test("too many attempts to send mails again show the server's message, and the note stays", async () => {
  const { server } = serverWith({
    suppression: { reason: "bounced", since: "2026-03-05T08:00:00.000Z" },
  });
  server.refuse(notificationSettingsApi.liftSuppression, 429, "Too many attempts.");
  await openPage(server, "/settings");
  await card().getByRole("button", { name: "Send mails again" }).click();
  await expect.element(shownToast()).toMatchTextContent("Too many attempts.");
  await expect.element(card().getByRole("button", { name: "Send mails again" })).toBeVisible();
});

test("an unconfirmed address shows that no mails come, until the address is confirmed", async () => {
  const { data, server } = serverWith({}, aCustomer({ confirmedAt: null, mustConfirmEmail: true }));
  server.respond(authApi.currentUser, () => data.user ?? aCustomer());
  await openPage(server, "/settings");
  await expect
    .element(card())
    .toMatchTextContent("No mails are sent until you confirm your email address.");
  await expect
    .element(card().getByRole("button", { name: "Confirm email address" }))
    .toHaveAttribute("aria-haspopup", "dialog");
});
