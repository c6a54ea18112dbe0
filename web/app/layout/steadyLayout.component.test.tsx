import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { boardsApi } from "#contract/boards.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, aCategory, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { fieldOf } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";

beforeEach(() => page.viewport(1440, 900));

const heading = () => page.getByRole("heading", { level: 1 });
const box = (locator: ReturnType<typeof heading>) => locator.element().getBoundingClientRect();
/**
 * Finds the menu of the boards. It is in the sidebar of the feedback lists and above the roadmap.
 */
const boardLinks = () => page.getByRole("navigation", { name: "Boards" });
const tryAgain = () => page.getByRole("button", { name: "Try again" });

test("the titles of the portal's pages and of the company settings start at the same distance from the left edge", async () => {
  const user = aCustomer();
  const data = { ...accountData({ user }), boards: [aBoard()], items: [anItem()] };
  const server = accountServer(data);
  const starts: number[] = [];
  const paths = [
    "/roadmap",
    "/feedback",
    "/board/feature-requests",
    "/changelog",
    "/feedback/31",
    "/settings",
  ];
  for (const path of paths) {
    await openPage(server, path);
    starts.push(box(heading()).left);
  }
  await openPage(settingsServer(settingsData()), "/company/settings");
  starts.push(box(heading()).left);
  expect(new Set(starts).size, starts.join()).toBe(1);
});

test("choosing a board moves neither the links in the sidebar nor the headings above the links", async () => {
  const boards = [
    aBoard({ description: "What we hear most" }),
    aBoard({ id: 22, name: "Backlog", slug: "backlog", isPrivate: true }),
  ];
  const places = async (path: string) => {
    await openPage(acmeServer(acmeData({ user: anAdmin(), boards })), path);
    await expect.element(boardLinks()).toBeVisible();
    const parts = [...boardLinks().element().querySelectorAll("h2, a")];
    return parts.map((part) => [part.textContent, part.getBoundingClientRect().top]);
  };
  const before = await places("/feedback");
  expect(before.map(([text]) => text)).toContain("Private Boards");
  expect(await places("/board/feature-requests")).toEqual(before);
  expect(await places("/board/backlog")).toEqual(before);
});

test("the title field of the submit dialog does not move when error messages appear, on wide screens and on phones", async () => {
  const server = acmeServer(acmeData({ user: aCustomer(), boards: [aBoard()] }));
  for (const [width, height] of [
    [1440, 900],
    [375, 740],
  ] as const) {
    await page.viewport(width, height);
    await openPage(server, "/feedback?submit=1");
    const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
    const title = dialog.getByLabelText("Title");
    await expect.element(title).toBeVisible();
    // Waits for the end of the opening animation, because the dialog moves during the animation.
    await expect.poll(() => Math.round(box(dialog).top)).toBe(height / 10);
    const before = box(title).top;
    await dialog.getByRole("button", { name: "Submit Feedback" }).click();
    await expect.element(title).toHaveAccessibleDescription("Title is required");
    expect(box(title).top).toBe(before);
  }
});

test("the page does not move when a dialog hides the scrollbar, and is always as wide as the window", async () => {
  const items = Array.from({ length: 9 }, (_, index) => anItem({ id: index + 1 }));
  for (const listed of [[], items]) {
    await openPage(acmeServer(acmeData({ user: aCustomer(), items: listed })), "/feedback");
    const before = box(heading()).left;
    await page.getByRole("button", { name: "Submit Feedback" }).first().click();
    await expect.element(page.getByRole("dialog", { name: "Submit Feedback" })).toBeVisible();
    expect(document.querySelector("h1")?.getBoundingClientRect().left).toBe(before);
    expect(document.body.offsetWidth).toBe(window.innerWidth);
    expect(getComputedStyle(document.documentElement).scrollbarGutter).toBe("auto");
  }
});

/** Returns the width of a text in the font of an element. */
function widthOf(text: string, element: Element): number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("There is no canvas");
  context.font = getComputedStyle(element).font;
  return context.measureText(text).width;
}

function innerWidthOf(element: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

test("the badges, the date and the number of comments of a card are in one row on tablets, and at least eight letters of the board are shown", async () => {
  const board = aBoard({ name: "Projects, planning and timelines" });
  const category = aCategory({ name: "Integrations with other products" });
  const item = anItem({ status: "under_development", boardCategoryId: category.id });
  const data = acmeData({
    user: anAdmin(),
    boards: [board],
    categories: [category],
    items: [item],
  });
  for (const width of [768, 1024]) {
    await page.viewport(width, 900);
    await openPage(acmeServer(data), "/feedback");
    const card = page.getByRole("article");
    await expect.element(card).toBeVisible();
    const row = card.element().querySelector("time")?.closest("div");
    expect(row?.childElementCount, String(width)).toBe(5);
    expect(row?.getBoundingClientRect().height, String(width)).toBeLessThan(30);
    const name = card.getByTitle(board.name).element();
    const badge = name.parentElement ?? name;
    expect(innerWidthOf(badge), String(width)).toBeGreaterThan(widthOf("Projects…", badge));
  }
});

test("the status filter shows the longest status in full", async () => {
  await openPage(acmeServer(acmeData({ user: anAdmin() })), "/feedback?status=under_development");
  const select = page.getByLabelText("Status").element();
  expect(innerWidthOf(select)).toBeGreaterThanOrEqual(widthOf("Under Development", select));
});

test("the columns of the roadmap have the same height, whether they have items or not", async () => {
  const items = [1, 2, 3].map((id) => anItem({ id, status: "planned" }));
  await openPage(acmeServer(acmeData({ items })), "/roadmap");
  const columns = page.getByRole("region", { name: "Roadmap columns" }).element().children;
  const heights = [...columns].map((column) => column.getBoundingClientRect().height);
  expect(heights).toHaveLength(4);
  expect(new Set(heights).size, heights.join()).toBe(1);
});

test("a roadmap that fails to load has a single Try again button, which loads the columns and the boards", async () => {
  const data = acmeData({ items: [anItem({ status: "planned", title: "Dark mode" })] });
  const server = acmeServer(data)
    .refuse(feedbackApi.list, 503, "Busy")
    .refuse(boardsApi.list, 503, "Busy");
  await openPage(server, "/roadmap");
  await expect.element(tryAgain()).toHaveLength(1);
  server.restore(feedbackApi.list);
  server.restore(boardsApi.list);
  await tryAgain().click();
  await expect.element(page.getByRole("link", { name: "Dark mode" })).toBeVisible();
  await expect.element(boardLinks()).toBeVisible();
  await expect.element(tryAgain()).not.toBeInTheDocument();
});

test("on a phone, the links to nine boards take one row above the roadmap, whose first card starts in the upper 330 pixels", async () => {
  await page.viewport(375, 740);
  const boards = Array.from({ length: 9 }, (_, index) =>
    aBoard({
      id: index + 1,
      slug: `board-${String(index)}`,
      name: `Board number ${String(index)}`,
    }),
  );
  const items = [anItem({ status: "evaluating", boardId: 1 })];
  await openPage(acmeServer(acmeData({ boards, items })), "/roadmap");
  expect(box(boardLinks()).height).toBeLessThan(60);
  expect(box(page.getByRole("article").first()).top).toBeLessThan(330);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
});

test("the company settings show the link 'Powered by' once, and the Save button ends at the right edge of the fields", async () => {
  await openPage(settingsServer(settingsData()), "/company/settings");
  const links = page.getByRole("link", { name: /^Powered by/ });
  await expect.element(links).toHaveLength(1);
  const field = fieldOf("Description");
  await expect.element(field).toBeVisible();
  const save = page.getByRole("button", { name: "Save changes" });
  expect(box(save).right).toBe(box(field).right);
});
