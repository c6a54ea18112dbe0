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
const save = () => card().getByRole("button", { name: "Save changes" });

/**
 * Creates a server with a signed-in user whose notification settings differ from the defaults by
 * `changes`.
 */
function serverWith(changes: Partial<NotificationSettings> = {}, user = aCustomer()) {
  const data = accountData({ user });
  Object.assign(data.notificationSettings, changes);
  return { data, server: accountServer(data) };
}

const sentTo = (server: ReturnType<typeof accountServer>) =>
  server.calls(notificationSettingsApi.update).map(({ body }) => body);

test("the saved mail frequency is selected, and saving another frequency shows a toast", async () => {
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

test("the notification settings say that the portal sends no mails only if no mail server is set", async () => {
  const note = page.getByText(/^This portal sends no mails at present\./);
  const { data, server } = serverWith();
  await openPage(server, "/settings");
  await expect.element(mails()).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  data.portal.sendsMail = false;
  await openPage(server, "/settings");
  await expect.element(note).toBeVisible();
});

test("the mail frequency can be chosen and saved by keyboard", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  await pressKeys(mails().getByRole("radio", { name: "At once" }), "{ArrowDown}");
  await expect.element(mails().getByRole("radio", { name: "Daily" })).toBeChecked();
  await pressKeys(save(), "{Enter}");
  await server.called(notificationSettingsApi.update);
  expect(sentTo(server)).toMatchObject([{ email: "daily" }]);
});

test("an admin of a company can choose how often mails about new feedback are sent", async () => {
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

test("a customer cannot choose how often mails about new feedback are sent", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  await expect.element(mails()).toBeVisible();
  await expect.element(newFeedback()).not.toBeInTheDocument();
});

test("a time zone can be chosen from the browser's list and saved", async () => {
  const { server } = serverWith();
  await openPage(server, "/settings");
  await timeZone().selectOptions("America/New_York");
  await save().click();
  await server.called(notificationSettingsApi.update);
  expect(sentTo(server)).toEqual([{ email: "immediate", timeZone: "America/New_York" }]);
});

test("a saved time zone that the browser does not support stays selected", async () => {
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

test("if an account has no chosen time zone, a button selects the browser's time zone, and the selection is saved only when the form is saved", async () => {
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

test("an account with a chosen time zone is not offered the browser's time zone", async () => {
  useBrowserZone("Asia/Tokyo");
  const { server } = serverWith({ timeZone: "Europe/Berlin" });
  await openPage(server, "/settings");
  await expect.element(timeZone()).toHaveValue("Europe/Berlin");
  await expect.element(card().getByRole("button", { name: /^Use / })).not.toBeInTheDocument();
});

test("a time zone that the server refuses shows an error at the time zone field", async () => {
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

test("if saving the notification settings fails, a toast is shown, the choice stays selected, and leaving the page needs a confirmation", async () => {
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

test("while the notification settings are being saved, the save button is busy, and an option that the user then chooses stays selected", async () => {
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

test("if the notification settings fail to load, the notifications card shows an error, and 'Try again' loads the settings", async () => {
  const { server } = serverWith();
  server.refuse(notificationSettingsApi.read, 500, "Something went wrong");
  await openPage(server, "/settings");
  await expect.element(card()).toMatchTextContent("Failed to fetch the notification settings");
  server.restore(notificationSettingsApi.read);
  await card().getByRole("button", { name: "Try again" }).click();
  await expect.element(mails()).toBeVisible();
});

test("the notifications card shows a skeleton while the notification settings load", async () => {
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
  "a user whose address is suppressed because a mail was %s sees the reason and can lift the suppression",
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

test("if lifting the suppression of the user's e-mail address is refused because of too many attempts, a toast shows the server's message and the button stays", async () => {
  const { server } = serverWith({
    suppression: { reason: "bounced", since: "2026-03-05T08:00:00.000Z" },
  });
  server.refuse(notificationSettingsApi.liftSuppression, 429, "Too many attempts.");
  await openPage(server, "/settings");
  await card().getByRole("button", { name: "Send mails again" }).click();
  await expect.element(shownToast()).toMatchTextContent("Too many attempts.");
  await expect.element(card().getByRole("button", { name: "Send mails again" })).toBeVisible();
});

test("a user with an unconfirmed e-mail address sees that no mails are sent, and gets a button that opens the confirmation dialog", async () => {
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
