import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";

const heading = () => page.getByRole("heading", { level: 1 });
const searchbox = () => page.getByRole("combobox", { name: "Search feedback" });
const mainLink = (name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

const serverFor = (user: ReturnType<typeof aCustomer> | null) =>
  acmeServer(acmeData({ user, items: [anItem({ title: "Dark mode" })] }));

test("the first Tab on a page focuses a skip link, which moves the focus to the page's content", async () => {
  for (const path of ["/roadmap", "/register"]) {
    await openPage(serverFor(null), path);
    await userEvent.keyboard("{Tab}");
    const skip = page.getByRole("link", { name: /^Skip to/ });
    await expect.element(skip).toHaveFocus();
    await expect.element(skip).toBeInViewport();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("main")).toHaveFocus();
  }
});

test("the key / focuses the search field, in which shortcut keys type ordinary characters", async () => {
  for (const path of ["/feedback", "/board/feature-requests"]) {
    await openPage(serverFor(aCustomer()), path);
    await userEvent.keyboard("/");
    await expect.element(searchbox()).toHaveFocus();
    await expect.element(searchbox()).toHaveValue("");
    await userEvent.keyboard("c?/");
    await expect.element(searchbox()).toHaveValue("c?/");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  }
});

test("the key ? shows the keyboard shortcuts of the page, and Escape or a navigation closes the list", async () => {
  const server = serverFor(aCustomer());
  await openPage(server, "/changelog");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await userEvent.keyboard("?");
  await expect.element(keys).toMatchTextContent("Show these keys");
  await expect.element(keys.getByText("Focus the search")).not.toBeInTheDocument();
  await userEvent.keyboard("/");
  await server.settled();
  await expect.element(keys).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(keys).not.toBeInTheDocument();
  await mainLink("Feedback").click();
  await expect.element(heading()).toHaveTextContent("All Feedback");
  await userEvent.keyboard("?");
  await expect.element(keys).toMatchTextContent("Focus the search");
  window.history.back();
  await expect.element(heading()).toHaveTextContent("Changelog");
  await expect.element(keys).not.toBeInTheDocument();
});

test("the list of keyboard shortcuts has groups, and no key has two meanings", async () => {
  await openPage(serverFor(anAdmin()), "/feedback");
  await userEvent.keyboard("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(keys).toMatchTextContent("Change the category");
  const texts = (selector: string) =>
    [...keys.element().querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts("h3")).toEqual(["Move", "General", "Change"]);
  expect(new Set(texts("kbd")).size).toBe(texts("kbd").length);
});

test("a visitor who presses c opens the submit dialog", async () => {
  await openPage(serverFor(null), "/feedback");
  await userEvent.keyboard("c");
  await expect.element(page.getByRole("dialog", { name: "Submit Feedback" })).toBeVisible();
});

/**
 * Whether the focus stays in the dialog when Tab and then Shift+Tab are pressed `stops` times each.
 */
async function isTrapped(stops: number): Promise<boolean> {
  for (const keys of ["{Tab}", "{Shift>}{Tab}{/Shift}"]) {
    for (let stop = 0; stop < stops; stop += 1) {
      await userEvent.keyboard(keys);
      if (document.activeElement?.closest("[role$=dialog]") === null) return false;
    }
  }
  return true;
}

test("an open dialog traps the focus, and closing the dialog returns the focus to the button that opened it", async () => {
  for (const { path, opener, item, role } of [
    { path: "/feedback", opener: "Submit Feedback", role: "dialog" },
    { path: "/feedback/31", opener: "Edit", role: "dialog" },
    { path: "/feedback/31", opener: "More actions", item: "Delete…", role: "alertdialog" },
  ]) {
    await openPage(serverFor(anAdmin()), path);
    const button = page.getByRole("button", { name: opener });
    await pressKeys(button, "{Enter}");
    if (item !== undefined) {
      await expect.element(page.getByRole("menuitem", { name: item })).toHaveFocus();
      await userEvent.keyboard("{Enter}");
    }
    await expect.element(page.getByRole(role)).toBeVisible();
    expect(await isTrapped(10), opener).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole(role)).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});

test("arrow keys move the focus through the account menu, and Escape closes the menu", async () => {
  await openPage(serverFor(aCustomer()), "/roadmap");
  const button = page.getByRole("button", { name: /^Account menu/ });
  await pressKeys(button, "{Enter}");
  await expect.element(page.getByRole("menuitem").first()).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(page.getByRole("menuitem", { name: "Log out" })).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByRole("menuitemradio", { name: "Dark" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("a navigation focuses the new page's content and sets the document title", async () => {
  await openPage(serverFor(null), "/roadmap");
  await pressKeys(mainLink("Changelog"), "{Enter}");
  await expect.element(heading()).toHaveTextContent("Changelog");
  await expect.element(page.getByRole("main")).toHaveFocus();
  expect(document.title).toMatch(/^Changelog · /);
});

test("a user can vote for an item and open it with the keyboard", async () => {
  await openPage(serverFor(aCustomer()), "/feedback");
  const card = page.getByRole("article");
  const vote = card.getByRole("button", { name: /^Vote for/ });
  await pressKeys(vote, " ");
  await expect.element(vote).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await focusOn(card.getByRole("link").first());
  await userEvent.keyboard("{Enter}");
  await expect.element(heading()).toHaveTextContent("Dark mode");
});
