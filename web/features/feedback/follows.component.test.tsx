import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { confirmEmailApi } from "#contract/confirmEmail.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { followsApi } from "#contract/follows.ts";
import { reportsApi } from "#contract/reports.ts";
import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const button = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const level = (name: RegExp) => page.getByRole("menuitemradio", { name });
const cardMenu = () => button("Options for Dark mode");

/**
 * Creates a server with one item and a signed-in customer. `follow` is the customer's follow level
 * for the item; null if the customer has none.
 */
function oneItem(follow: "all" | "status" | "off" | null = null) {
  const item = anItem({ title: "Dark mode", follow });
  const data = acmeData({ user: aCustomer(), items: [item] });
  return { item, data, server: acmeServer(data), path: `/feedback/${String(item.id)}` };
}

test.each([
  [null, "Follow", null],
  ["all", "Following", "Everything"],
  ["status", "Following status changes", "Status changes only"],
  ["off", "Not following", "Nothing"],
] as const)(
  "for the follow level %s of an item, the follow button reads '%s', and the menu checks the option of this level or, for null, no option",
  async (follow, name, checked) => {
    const { server, path } = oneItem(follow);
    await openPage(server, path);
    await button(name).click();
    await expect.element(page.getByRole("group", { name: "Notify me about" })).toBeVisible();
    expect(page.getByRole("menuitemradio").elements()).toHaveLength(3);
    const found = page.getByRole("menuitemradio", { checked: true }).elements();
    expect(found.map(({ textContent }) => textContent?.slice(0, checked?.length))).toEqual(
      checked === null ? [] : [checked],
    );
  },
);

test("a chosen follow level is shown before the server responds, and is saved", async () => {
  const { item, server, path } = oneItem();
  await openPage(server, path);
  const goOn = server.holdRequest(followsApi.set);
  await button("Follow").click();
  await expectWellMade("the menu of levels");
  await level(/^Everything/).click();
  await expect.element(button("Following")).toBeVisible();
  goOn();
  await expect.element(shownToast()).toHaveTextContent("You follow everything on this item");
  await expect.element(button("Following")).toBeVisible();
  expect(item.follow).toBe("all");
  expect(server.calls(followsApi.set).map(({ body }) => body)).toEqual([{ level: "all" }]);
});

test("a follow level can be chosen by keyboard, and the focus then returns to the follow button", async () => {
  const { item, server, path } = oneItem();
  await openPage(server, path);
  await expect.element(button("Follow")).toBeVisible();
  await pressKeys(button("Follow"), "{Enter}");
  await expect.element(level(/^Everything/)).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(level(/^Status changes only/)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Following status changes")).toHaveFocus();
  await expect.poll(() => item.follow).toBe("status");
});

test("if the server refuses a new follow level, the button shows the old level and a toast shows the error", async () => {
  const { server, path } = oneItem("status");
  server.refuse(followsApi.set, 500, "Something went wrong");
  await openPage(server, path);
  await button("Following status changes").click();
  await level(/^Nothing/).click();
  await expect.element(shownToast()).toHaveTextContent("ErrorSomething went wrong");
  await expect.element(button("Following status changes")).toBeVisible();
});

test("a vote changes the follow button of the item to 'Following status changes'", async () => {
  const { server, path } = oneItem();
  await openPage(server, path);
  await page.getByRole("button", { name: /^Vote for Dark mode/ }).click();
  await expect.element(button("Following status changes")).toBeVisible();
});

test("a vote does not change the follow level of a user who has chosen 'Nothing'", async () => {
  const { server, path } = oneItem("off");
  await openPage(server, path);
  await page.getByRole("button", { name: /^Vote for Dark mode/ }).click();
  await server.called(feedbackApi.vote);
  await server.settled();
  await expect.element(button("Not following")).toBeVisible();
});

test("a posted comment changes the follow button of the item to 'Following'", async () => {
  const { server, path } = oneItem();
  await openPage(server, path);
  await fillIn({ "Your comment": "Me too" });
  await button("Post comment").click();
  await expect.element(button("Following")).toBeVisible();
});

test("the follow level that an unconfirmed user chooses is saved after the user enters the mailed code", async () => {
  const { data, item, server, path } = oneItem();
  data.user = aCustomer({ confirmedAt: null, mustConfirmEmail: true });
  server
    .respond(confirmEmailApi.send, { resendIn: 60 })
    .respond(confirmEmailApi.confirm, () => (data.user = aCustomer()))
    .respond(followsApi.set, (_, before) => {
      if (data.user?.mustConfirmEmail) throw new Refusal(403, CONFIRM_EMAIL_FIRST);
      return before();
    });
  await openPage(server, path);
  await button("Follow").click();
  await level(/^Everything/).click();
  await expect.element(page.getByLabelText("Six-digit code")).toHaveFocus();
  await userEvent.keyboard("123456{Enter}");
  await expect.element(button("Following")).toBeVisible();
  await expect.poll(() => item.follow).toBe("all");
});

test("the menu of a card changes the follow level without opening the item", async () => {
  const { item, server } = oneItem();
  const { address } = await openPage(server, "/feedback");
  await cardMenu().click();
  await level(/^Status changes only/).click();
  await expect.element(shownToast()).toHaveTextContent("You follow this item's status changes");
  expect([address(), item.follow]).toEqual(["/feedback", "status"]);
  await expect.element(cardMenu()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(level(/^Status changes only/)).toBeChecked();
});

test("the open menu of a card covers the buttons of the cards below", async () => {
  const items = [1, 2, 3].map((id) => anItem({ id, title: `Wish ${String(id)}` }));
  await openPage(acmeServer(acmeData({ user: aCustomer(), items })), "/feedback");
  await button("Options for Wish 1").click();
  await expect.element(level(/^Nothing/)).toBeVisible();
  const menu = page.getByRole("menu").element();
  const { left, right, top, bottom } = menu.getBoundingClientRect();
  for (const x of [left + 5, (left + right) / 2, right - 5])
    for (const y of [top + 5, (top + bottom) / 2, bottom - 5])
      expect(menu.contains(document.elementFromPoint(x, y))).toBe(true);
});

test("a signed-out visitor gets no menu on a card", async () => {
  const { data, server } = oneItem();
  data.user = null;
  await openPage(server, "/feedback");
  await expect.element(page.getByRole("article")).toBeVisible();
  await server.settled();
  await expect.element(cardMenu()).not.toBeInTheDocument();
});

test("an item that is no longer followed stays in the open list of followed items", async () => {
  const { item, server } = oneItem("all");
  await openPage(server, "/feedback?mine=followed");
  await cardMenu().click();
  await level(/^Nothing/).click();
  await expect.poll(() => item.follow).toBe("off");
  await server.settled();
  await expect.element(page.getByRole("article")).toBeVisible();
  await page.getByRole("button", { name: /^More filters/ }).click();
  await page.getByRole("combobox", { name: "My feedback" }).selectOptions("all");
  await expect.element(page.getByText("1 result")).toBeVisible();
  await page.getByRole("combobox", { name: "My feedback" }).selectOptions("followed");
  await expect.element(page.getByText("You do not follow anything yet")).toBeVisible();
});

test("the menu of a card lets a user report the item, unless the user is the item's author or an admin", async () => {
  const { item, data, server } = oneItem();
  server.respond(reportsApi.reportFeedback, undefined);
  const { reload } = await openPage(server, "/feedback");
  await cardMenu().click();
  await page.getByRole("menuitem", { name: "Report…" }).click();
  const dialog = page.getByRole("dialog", { name: "Report" });
  await dialog.getByLabelText("Reason").selectOptions("Abuse");
  await dialog.getByRole("button", { name: "Report" }).click();
  await expect.element(shownToast()).toHaveTextContent("Reported to the team");
  expect(server.calls(reportsApi.reportFeedback)).toMatchObject([
    { params: { id: item.id }, body: { reason: "abuse", note: "" } },
  ]);
  for (const user of [aCustomer({ id: item.userId ?? 0 }), anAdmin()]) {
    data.user = user;
    await reload();
    await cardMenu().click();
    await expect.element(level(/^Everything/)).toBeVisible();
    expect(page.getByRole("menuitem").elements()).toHaveLength(0);
  }
});
