import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SavedView } from "#contract/savedViews.ts";
import { savedViewsApi, VIEW_TAKEN } from "#contract/savedViews.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aBoard, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const INBOX: SavedView = { id: 1, name: "Inbox", filters: { unanswered: true, sort: "date" } };
const BUGS: SavedView = { id: 2, name: "Bugs", filters: { boardId: 22, category: "bug" } };

/** Creates a server with two boards, two items and these views. */
function scene(views: SavedView[] = [INBOX, BUGS], user = anAdmin()) {
  const boards = [aBoard(), aBoard({ id: 22, name: "Bugs", slug: "bugs" })];
  const items = [
    anItem({ id: 1, title: "Export", status: "planned" }),
    anItem({ id: 2, title: "Crash", boardId: 22, category: "bug" }),
  ];
  const server = acmeServer(acmeData({ user, boards, items }));
  const findView = (id: number) => {
    const view = views.find((each) => each.id === id);
    if (!view) throw new Refusal(404, "View not found");
    return view;
  };
  server
    .respond(savedViewsApi.list, () => views)
    .respond(savedViewsApi.counts, [
      { id: 1, total: 3, isCapped: false },
      { id: 2, total: 1000, isCapped: true },
    ])
    .respond(savedViewsApi.create, ({ body }) => {
      const view = { id: 3, ...body };
      views.push(view);
      return view;
    })
    .respond(savedViewsApi.update, ({ params, body }) => Object.assign(findView(params.id), body))
    .respond(savedViewsApi.remove, ({ params }) => {
      views.splice(views.indexOf(findView(params.id)), 1);
    });
  return { server, views };
}

const button = (name = "Save view") => page.getByRole("button", { name });

/**
 * Opens the menu that saves and changes views. Waits until the menu's code is loaded, because the
 * loaded menu replaces the button.
 */
async function openMenu(name?: string) {
  await expect.element(button(name)).toHaveAttribute("data-state", "closed");
  await button(name).click();
}

/** The link to a view in the sidebar. */
const link = (name: string | RegExp) =>
  page.getByRole("navigation", { name: "Boards" }).getByRole("link", { name });

const menuItem = (name: string) => page.getByRole("menuitem", { name });
const select = (name: string) => page.getByRole("combobox", { name });
const chip = (name: string) => page.getByRole("button", { name: `Remove filter ${name}` });
const viewName = () => page.getByRole("textbox", { name: "View name" });

test("an admin saves the filters of a board's list as a view, and the URL then contains only the view", async () => {
  const { server, views } = scene([]);
  const { address } = await openPage(server, "/board/bugs");
  await page.getByRole("button", { name: /^More filters/ }).click();
  await select("Assignee").selectOptions("Me");
  await userEvent.keyboard("{Escape}");
  await openMenu();
  await menuItem("Save as a new view…").click();
  await viewName().fill("My bugs");
  await userEvent.keyboard("{Enter}");
  await expect.element(shownToast().getByText("View saved")).toBeVisible();
  await expect.element(button("View: My bugs")).toHaveFocus();
  expect(address()).toBe("/board/bugs?view=3");
  expect(views).toEqual([{ id: 3, name: "My bugs", filters: { assigneeId: "me", boardId: 22 } }]);
  await expect.element(chip("Assigned to me")).toBeVisible();
  await expect.element(link("My bugs")).toHaveAttribute("aria-current", "page");
});

test("the link of a view in the sidebar opens the view's board with the view's filters, and the URL names the view until all filters are cleared", async () => {
  const { server } = scene();
  const { address } = await openPage(server, "/feedback?view=1");
  await expect.element(button("View: Inbox")).toBeVisible();
  await expect.element(chip("Unanswered")).toBeVisible();
  await expect.element(select("Sort by")).toHaveValue("date");
  await expect
    .element(page.getByRole("link", { name: "Download CSV" }))
    .toHaveAttribute("href", "/api/feedback.csv?unanswered=true&sort=date");
  await expect.element(link("Inbox 3 items")).toHaveAttribute("aria-current", "page");
  await expect.element(link(/^All Feedback/)).not.toHaveAttribute("aria-current");
  await expectWellMade("a list with saved views in the sidebar");
  await link("Bugs 1,000+ items").click();
  await expect.poll(address).toBe("/board/bugs?view=2");
  await expect.element(page.getByRole("heading", { name: "Bugs", level: 1 })).toBeVisible();
  await expect.element(select("Category")).toHaveValue("bug");
  await select("Sort by").selectOptions("Most Recent");
  await expect.poll(address).toBe("/board/bugs?view=2&category=bug&sort=date");
  await expect.element(button("View: Bugs changed")).toBeVisible();
  await button("Clear all").click();
  await expect.poll(address).toBe("/board/bugs?sort=date");
  await expect.element(button()).toBeVisible();
});

test("a filter that is changed before the view in the URL is loaded is added to the view's other filters", async () => {
  const { server } = scene();
  const { address } = await openPage(server, "/changelog");
  const goOn = server.holdResponse(savedViewsApi.list);
  // A link such as those in texts.
  const to = document.createElement("a");
  to.href = "/feedback?view=1";
  document.body.append(to);
  to.click();
  to.remove();
  await select("Category").selectOptions("bug");
  goOn();
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(address().split("?")[1])))
    .toEqual({ view: "1", category: "bug", unanswered: "true", sort: "date" });
  await expect.element(chip("Unanswered")).toBeVisible();
});

test("an admin replaces the filters of a view, undoes the change, renames the view and deletes it", async () => {
  const { server, views } = scene([structuredClone(INBOX)]);
  const { address } = await openPage(server, "/feedback?view=1&status=planned");
  await openMenu("View: Inbox changed");
  await menuItem("Update “Inbox”").click();
  await expect.element(shownToast().getByText("View updated")).toBeVisible();
  await expect.poll(address).toBe("/feedback?view=1");
  expect(views[0]?.filters).toEqual({ status: "planned" });
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(chip("Unanswered")).toBeVisible();
  expect(views[0]?.filters).toEqual(INBOX.filters);
  await openMenu("View: Inbox");
  await menuItem("Rename…").click();
  await viewName().fill("To answer");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("View: To answer")).toHaveFocus();
  await openMenu("View: To answer");
  await menuItem("Delete…").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast().getByText("View deleted")).toBeVisible();
  await expect.poll(address).toBe("/feedback?unanswered=true&sort=date");
  await expect.element(button()).toHaveFocus();
  expect(views).toEqual([]);
});

test("a new view with a name that is already taken shows an error at the name field, and a new view beyond the quota shows a toast", async () => {
  const { server } = scene();
  await openPage(server, "/feedback?status=planned");
  server.refuse(savedViewsApi.create, 409, VIEW_TAKEN);
  await openMenu();
  await menuItem("Save as a new view…").click();
  await viewName().fill("Inbox");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(VIEW_TAKEN)).toBeVisible();
  await expect.element(viewName()).toHaveFocus();
  server.refuse(savedViewsApi.create, 409, "A company can have at most 100 views");
  await userEvent.keyboard("2{Enter}");
  const message = shownToast().getByText("A company can have at most 100 views");
  await expect.element(message).toBeVisible();
});

test("the list offers to try again if the view in the URL could not be loaded, and offers to dismiss the view if the view does not exist", async () => {
  const { server } = scene();
  server.refuse(savedViewsApi.list, 500, "Something went wrong");
  const { address } = await openPage(server, "/feedback?view=77");
  await expect.element(page.getByRole("alert")).toMatchTextContent(/could not be loaded/);
  server.restore(savedViewsApi.list);
  await button("Try again").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/does not exist/);
  await expectWellMade("a list whose view does not exist");
  await button("Dismiss").click();
  await expect.poll(address).toBe("/feedback");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

test("if another admin changes the view of an open list, the list shows the change at once", async () => {
  const { server, views } = scene();
  await openPage(server, "/feedback?view=1", { isLive: true });
  views[0] = { ...INBOX, name: "New and planned", filters: { status: "planned" } };
  server.respond(savedViewsApi.counts, [{ id: 1, total: 7, isCapped: false }]);
  server.publish({ kind: "views" });
  await expect.element(link("New and planned 7 items")).toBeVisible();
  await expect.element(button("View: New and planned")).toBeVisible();
  await expect.element(select("Status")).toHaveValue("planned");
});

test("customers have no saved views, and a link to a view shows them the unfiltered list", async () => {
  const { server } = scene([INBOX], aCustomer());
  await openPage(server, "/feedback?view=1");
  await expect.element(page.getByText("2 results")).toBeVisible();
  await server.settled();
  await expect.element(button()).not.toBeInTheDocument();
  await expect.element(link(/^Inbox/)).not.toBeInTheDocument();
  expect(server.calls(savedViewsApi.list)).toEqual([]);
  expect(server.calls(savedViewsApi.counts)).toEqual([]);
});
