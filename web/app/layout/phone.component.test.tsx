import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";

beforeEach(() => page.viewport(375, 740));

const heading = () => page.getByRole("heading", { level: 1 });
const main = () => page.getByRole("main");
const openMenu = () => page.getByRole("button", { name: "Open menu" });
const drawer = () => page.getByRole("dialog", { name: "Menu" });

/** Returns the number of pixels by which the page is wider than the window. */
const overflow = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  // The page can be narrower than the window, because some browsers reserve space for a scrollbar.
  return Math.max(0, scrollWidth - clientWidth);
};

/** Creates a server for a visitor, with one item in each column of the roadmap. */
function oneItemAColumn() {
  const statuses = ["evaluating", "planned", "under_development", "complete"] as const;
  const items = statuses.map((status, index) =>
    anItem({ id: index + 1, title: `Wish ${status}`, status }),
  );
  return acmeServer(acmeData({ items }));
}

test("long words break instead of widening the page", async () => {
  const user = aCustomer({ fullName: "W".repeat(80) });
  const title = "Donaudampfschifffahrt".repeat(6);
  const item = anItem({
    title,
    description: "https://example.com/".padEnd(300, "x"),
    userId: user.id,
  });
  const server = accountServer({ ...accountData({ user }), items: [item] });
  for (const path of ["/feedback/31", "/feedback", "/settings"]) {
    await openPage(server, path);
    expect(overflow(), path).toBe(0);
  }
});

test("the navigation drawer can be used with the keyboard, and closing the drawer with Escape returns the focus to the menu button", async () => {
  const { address } = await openPage(oneItemAColumn(), "/roadmap");
  await expect.element(page.getByRole("navigation", { name: "Main" })).not.toBeInTheDocument();
  await pressKeys(openMenu(), "{Enter}");
  await expect.element(drawer()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(drawer()).not.toBeInTheDocument();
  await expect.element(openMenu()).toHaveFocus();

  await userEvent.keyboard("{Enter}");
  const link = drawer().getByRole("link", { name: "Feedback" });
  await expect.element(link).toBeVisible();
  for (let stops = 0; stops < 8 && document.activeElement !== link.element(); stops += 1) {
    await userEvent.keyboard("{Tab}");
  }
  await expect.element(link).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(heading()).toHaveTextContent("All Feedback");
  await expect.element(drawer()).not.toBeInTheDocument();
  expect(address()).toBe("/feedback");
});

test("the browser's Back closes the navigation drawer, and Forward does not open the drawer again", async () => {
  await openPage(oneItemAColumn(), "/changelog");
  await openMenu().click();
  await drawer().getByRole("link", { name: "Feedback" }).click();
  await expect.element(heading()).toHaveTextContent("All Feedback");
  await expect.element(drawer()).not.toBeInTheDocument();
  await openMenu().click();
  await expect.element(drawer()).toBeVisible();
  window.history.back();
  await expect.element(heading()).toHaveTextContent("Changelog");
  await expect.element(drawer()).not.toBeInTheDocument();
  await expect.element(main()).toHaveFocus();
  window.history.forward();
  await expect.element(heading()).toHaveTextContent("All Feedback");
  await expect.element(drawer()).not.toBeInTheDocument();
  await openMenu().click();
  await expect.element(drawer()).toBeVisible();
});

test("on screens 320 to 800 pixels wide, the site name is completely visible, and the drawer of a narrow screen contains Sign up and Log in", async () => {
  const server = consoleServer(consoleData({ user: null }));
  await openPage(server, "/login");
  const name = page.getByRole("banner").getByText("Customer Feedback Portal");
  for (const width of [320, 375, 460, 768, 800]) {
    await page.viewport(width, 640);
    const hidden = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = name.element();
      return [scrollWidth - clientWidth, scrollHeight - clientHeight, overflow()];
    };
    // The check is repeated, because the font is possibly still loading.
    await expect.poll(hidden, { message: `at ${String(width)} px` }).toEqual([0, 0, 0]);
  }
  await page.viewport(320, 640);
  for (const [link, title] of [
    ["Sign up", "Create an account"],
    ["Log in", "Welcome back"],
  ] as const) {
    await openPage(server, "/");
    await openMenu().click();
    await drawer().getByRole("link", { name: link }).click();
    await expect.element(heading()).toHaveTextContent(title);
    await expect.element(drawer()).not.toBeInTheDocument();
  }
});

test("the navigation drawer of a signed-in user has no Log in link", async () => {
  await openPage(acmeServer(acmeData({ user: anAdmin() })), "/roadmap");
  await openMenu().click();
  await expect.element(drawer().getByRole("link").first()).toBeVisible();
  const links = drawer().getByRole("link").elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(["Roadmap", "Feedback", "Changelog"]);
});

test("the buttons of a dialog are shown in the order in which Tab reaches them", async () => {
  await openPage(acmeServer(acmeData({ user: anAdmin() })), "/company/boards");
  await page.getByRole("button", { name: "New Board" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Board" });
  await focusOn(dialog.getByLabelText(/Private board/));
  const boxes: DOMRect[] = [];
  for (const name of ["Cancel", "Create board"]) {
    await userEvent.keyboard("{Tab}");
    const button = dialog.getByRole("button", { name });
    await expect.element(button).toHaveFocus();
    boxes.push(button.element().getBoundingClientRect());
  }
  const [first, second] = boxes;
  expect(
    first && second && (first.y < second.y || (first.y === second.y && first.x < second.x)),
  ).toBe(true);
});

test("following a link in the navigation drawer focuses the new page, not the button that opened the drawer", async () => {
  const server = oneItemAColumn();
  await openPage(server, "/roadmap");
  await pressKeys(openMenu(), "{Enter}");
  await pressKeys(drawer().getByRole("link", { name: "Feedback" }), "{Enter}");
  await expect.element(heading()).toHaveTextContent("All Feedback");
  await expect.element(drawer()).not.toBeInTheDocument();
  // Waits, because the closing drawer returns the focus to its button only after a timeout.
  await server.settled();
  await expect.element(main()).toHaveFocus();
});

test("a phone shows one roadmap column at a time, which the user selects by swiping or with a tab", async () => {
  const { reload } = await openPage(oneItemAColumn(), "/roadmap");
  const tab = (name: string) =>
    page
      .getByRole("navigation", { name: "Columns" })
      .getByRole("link", { name: new RegExp(`${name}$`) });
  const cardIn = (name: string) =>
    page.getByRole("region", { name, exact: true }).getByRole("article");
  await expect.element(cardIn("Evaluating")).toBeInViewport();
  expect(cardIn("Evaluating").element().getBoundingClientRect().width).toBeGreaterThan(260);
  await expect.element(tab("Evaluating")).toHaveAttribute("aria-current", "true");

  await tab("Complete").click();
  await expect.element(cardIn("Complete")).toBeInViewport();
  await expect.element(tab("Complete")).toHaveAttribute("aria-current", "true");

  const columns = page.getByRole("region", { name: "Roadmap columns" }).element();
  columns.scrollTo({ left: columns.clientWidth });
  await expect.element(tab("Planned")).toHaveAttribute("aria-current", "true");
  await expect.poll(() => window.location.hash).toBe("#planned");
  await reload();
  await expect.element(cardIn("Planned")).toBeInViewport();
});

test("a phone hides the filters behind one button, which shows how many filters are set", async () => {
  await openPage(oneItemAColumn(), "/feedback");
  const button = page.getByRole("button", { name: /^Filters/ });
  const select = (label: string) => page.getByLabelText(label, { exact: true });
  await expect.element(select("Status")).not.toBeVisible();
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await select("Status").selectOptions("Planned");
  await select("Category").selectOptions("Improvement");
  await expect.element(button).toHaveAccessibleName("Filters 2 set");
  await page.getByRole("button", { name: "Clear all" }).first().click();
  await expect.element(button).toHaveAccessibleName("Filters");
});

test("buttons, selects and header links are at least 40 pixels high on a phone", async () => {
  for (const path of ["/feedback?status=planned", "/roadmap", "/login"]) {
    await openPage(oneItemAColumn(), path);
    const pressed = document.querySelectorAll("main button, main select, header :is(a, button)");
    const heights = [...pressed]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.textContent,
        height: element.getBoundingClientRect().height,
      }));
    expect(heights.length).toBeGreaterThan(1);
    expect(
      heights.filter(({ height }) => height > 1 && height < 40),
      path,
    ).toEqual([]);
  }
});
