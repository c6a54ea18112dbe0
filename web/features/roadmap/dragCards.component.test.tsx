import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { companySettingsApi } from "#contract/companySettings.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { roadmapApi } from "#contract/roadmap.ts";
import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import { undoApi } from "#contract/undo.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { dragByMouse, dragByTouch } from "#web/testing/drag.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aBoard, aCustomer, acmeSettings, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn } from "#web/testing/pressKeys.ts";
import type { ScriptedServer } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { untilRendered } from "#web/testing/untilRendered.ts";

const column = (name: string) => page.getByRole("region", { name, exact: true });
const cardIn = (name: string) => column(name).getByRole("article");
const voteButton = () => page.getByRole("button", { name: /^Vote for Dark mode/ });
const handle = () => page.getByRole("button", { name: "Move Dark mode" });

/** Creates a server with one planned item and a signed-in admin. */
function plannedItem() {
  const item = anItem({ status: "planned", title: "Dark mode" });
  const data = acmeData({ user: anAdmin(), items: [item] });
  return { data, server: acmeServer(data) };
}

/** Opens the roadmap and waits until its cards can be dragged. */
async function openRoadmap(server: ScriptedServer): Promise<void> {
  await openPage(server, "/roadmap");
  await expect.element(handle()).toBeVisible();
}

const announced = () => document.querySelector("[id^=DndLiveRegion]")?.textContent;

/** Waits until the dragged card is over this place, so that it is dropped there. */
const isOver =
  (place: string, title = "Dark mode") =>
  () =>
    expect.poll(announced).toBe(`${title} is over ${place}.`);

/** Presses a key and waits until this text is announced to screen readers. */
async function pressAndRead(key: string, text: string): Promise<void> {
  await userEvent.keyboard(key);
  await expect.poll(announced).toBe(text);
  // Waits for the next task, because the card ignores arrow keys until then.
  await new Promise((resolve) => setTimeout(resolve));
}

test("an admin moves a card to another column by mouse, and 'Undo' takes the change of status back", async () => {
  const { server } = plannedItem();
  await openRoadmap(server);
  await dragByMouse(handle(), column("Complete"), isOver("Complete"));
  await expect.element(cardIn("Complete")).toMatchTextContent("Dark mode");
  await expect.element(column("Planned")).toMatchTextContent("0 items");
  await expect.element(shownToast()).toMatchTextContent("Moved to Complete");
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(cardIn("Planned")).toMatchTextContent("Dark mode");
  await server.settled();
  expect(server.calls(feedbackApi.update)).toMatchObject([{ body: { status: "complete" } }]);
  expect(server.calls(undoApi.undo)).toHaveLength(1);
});

test("while a card is dragged, it says how many people the change of status will notify", async () => {
  const { server } = plannedItem();
  server.respond(statusNotificationsApi.audience, { total: 80, byEmail: 12, isCapped: false });
  await openRoadmap(server);
  await dragByMouse(handle(), column("Complete"), async () => {
    await expect.element(page.getByText("Notifies 80 people")).toBeVisible();
  });
  await expect.element(page.getByText("Notifies 80 people")).not.toBeInTheDocument();
});

test("while a card is dragged over a column, the column is tinted, and a frame surrounds it together with its heading", async () => {
  const { server } = plannedItem();
  await openRoadmap(server);
  const colorOf = (name: string) => getComputedStyle(column(name).element()).backgroundColor;
  await dragByMouse(handle(), column("Complete"), async () => {
    await expect.poll(() => colorOf("Complete")).not.toBe(colorOf("Planned"));
    const { left, top } = column("Complete").element().getBoundingClientRect();
    const frame = column("Complete").element().lastElementChild;
    // The frame lets clicks through, so it would not be found at its position.
    frame?.setAttribute("style", "pointer-events: auto");
    expect(document.elementFromPoint(left + 20, top + 1)).toBe(frame);
  });
  await expect.poll(() => colorOf("Complete")).toBe(colorOf("Planned"));
});

test("an admin moves a card by mouse from its link and from its vote button, and neither is pressed", async () => {
  const { server } = plannedItem();
  const { address } = await openPage(server, "/roadmap");
  await expect.element(handle()).toBeVisible();
  await dragByMouse(cardIn("Planned").getByRole("link"), column("Complete"), isOver("Complete"));
  await expect.element(cardIn("Complete")).toMatchTextContent("Dark mode");
  await dragByMouse(voteButton(), column("Evaluating"), isOver("Evaluating"));
  await expect.element(cardIn("Evaluating")).toMatchTextContent("Dark mode");
  await server.settled();
  expect(server.calls(feedbackApi.vote)).toEqual([]);
  expect(address()).toBe("/roadmap");
});

test("a click on a card that an admin can drag votes or opens the item", async () => {
  const { server } = plannedItem();
  const { address } = await openPage(server, "/roadmap");
  await expect.element(handle()).toBeVisible();
  await voteButton().click();
  await server.called(feedbackApi.vote);
  await cardIn("Planned").getByRole("link").click();
  await expect.poll(address).toBe("/feedback/31?from=%2Froadmap");
  expect(server.calls(feedbackApi.update)).toEqual([]);
});

test("a finger that moves over a card, but not over its handle, does not move the card", async () => {
  const { server } = plannedItem();
  await openRoadmap(server);
  await dragByTouch(cardIn("Planned").getByRole("link"), column("Complete"), async () => {
    await untilRendered();
    expect(announced()).toBe("");
  });
  await expect.element(cardIn("Planned")).toMatchTextContent("Dark mode");
  expect(server.calls(feedbackApi.update)).toEqual([]);
});

test("after a move the focus is on the card's handle in its new column, and after a refused move in its former column", async () => {
  const { server } = plannedItem();
  const focusIsIn = (name: string) =>
    expect.element(column(name).getByRole("button", { name: "Move Dark mode" })).toHaveFocus();
  await openRoadmap(server);
  await dragByMouse(
    cardIn("Planned").getByRole("link"),
    column("Under Development"),
    isOver("Under Development"),
  );
  await focusIsIn("Under Development");
  await pressAndRead(" ", "Dark mode is over Under Development.");
  await pressAndRead("{ArrowRight}", "Dark mode is over Complete.");
  await pressAndRead(" ", "Dark mode is dropped in Complete.");
  await focusIsIn("Complete");
  await dragByTouch(handle(), column("Planned"), isOver("Planned"));
  await focusIsIn("Planned");
  await server.settled();
  server.refuse(feedbackApi.update, 500, "Something went wrong");
  await dragByMouse(handle(), column("Complete"), isOver("Complete"));
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await focusIsIn("Planned");
});

test("an admin moves a card by touch, and the card is shown in its new column before the server responds", async () => {
  const { server } = plannedItem();
  await openRoadmap(server);
  const goOn = server.holdRequest(feedbackApi.update);
  await dragByTouch(handle(), column("Under Development"), isOver("Under Development"));
  await expect.element(cardIn("Under Development")).toMatchTextContent("Dark mode");
  goOn();
  await server.called(feedbackApi.list);
  await server.settled();
  await expect.element(cardIn("Under Development")).toMatchTextContent("Dark mode");
});

test("on a phone, holding a card at the edge of the screen scrolls to the other columns", async () => {
  await page.viewport(375, 740);
  const item = anItem({ status: "under_development", title: "Dark mode" });
  const server = acmeServer(acmeData({ user: anAdmin(), items: [item] }));
  await openPage(server, "/roadmap#under_development");
  await expect.element(handle()).toBeInViewport();
  const columns = page.getByRole("region", { name: "Roadmap columns" });
  const lastTab = page.getByRole("navigation", { name: "Columns" }).getByRole("link").last();
  await dragByTouch(handle(), lastTab, async (moveTo) => {
    const { scrollWidth, clientWidth } = columns.element();
    const isAtEnd = () => columns.element().scrollLeft >= scrollWidth - clientWidth - 1;
    await expect.poll(isAtEnd).toBe(true);
    await moveTo(column("Complete"));
    await expect.poll(announced).toBe("Dark mode is over Complete.");
  });
  await expect.element(cardIn("Complete")).toMatchTextContent("Dark mode");
  expect((await server.called(feedbackApi.update)).body).toEqual({ status: "complete" });
});

test("an admin moves a card by keyboard, and each step is announced to screen readers", async () => {
  const { server } = plannedItem();
  await openRoadmap(server);
  await focusOn(handle());
  await pressAndRead(" ", "Dark mode is over Planned.");
  await pressAndRead("{ArrowRight}", "Dark mode is over Under Development.");
  await pressAndRead("{ArrowRight}", "Dark mode is over Complete.");
  await pressAndRead(" ", "Dark mode is dropped in Complete.");
  await expect.element(cardIn("Complete")).toMatchTextContent("Dark mode");
  expect((await server.called(feedbackApi.update)).body).toEqual({ status: "complete" });
});

test("if the server refuses to move a card, the card returns to its column, and a toast shows the error", async () => {
  const { server } = plannedItem();
  server.refuse(feedbackApi.update, 500, "Something went wrong");
  await openRoadmap(server);
  const goOn = server.holdResponse(feedbackApi.update);
  await dragByMouse(handle(), column("Complete"), isOver("Complete"));
  await expect.element(cardIn("Complete")).toMatchTextContent("Dark mode");
  // The refetch is delayed, so the card must return to its column without the refetch.
  const refetch = server.holdRequest(feedbackApi.list);
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await expect.element(cardIn("Planned")).toMatchTextContent("Dark mode");
  refetch();
});

test("a card that is dropped in its own column or put back with Escape keeps its status", async () => {
  const { server } = plannedItem();
  await openRoadmap(server);
  await dragByMouse(
    handle(),
    column("Planned").getByRole("heading", { name: "Planned" }),
    isOver("Planned"),
  );
  await focusOn(handle());
  await pressAndRead(" ", "Dark mode is over Planned.");
  await pressAndRead("{ArrowLeft}", "Dark mode is over Evaluating.");
  await pressAndRead("{Escape}", "Dark mode is put back.");
  await server.settled();
  expect(server.calls(feedbackApi.update)).toEqual([]);
});

/** Creates a server with a roadmap ordered by hand, whose column `planned` has the items A to C. */
function orderedByHand() {
  const items = ["A", "B", "C"].map((title, index) =>
    anItem({ id: 31 + index, title, status: "planned", votes: 3 - index }),
  );
  const data = acmeData({ user: anAdmin(), items });
  const server = acmeServer(data)
    .respond(companySettingsApi.settings, acmeSettings({ roadmapOrder: "manual" }))
    .respond(roadmapApi.place, ({ params, body: { afterId } }) => {
      const [item] = data.items.splice(
        data.items.findIndex(({ id }) => id === params.id),
        1,
      );
      const above = data.items.findIndex(({ id }) => id === afterId) + 1;
      if (item) data.items.splice(above, 0, item);
    });
  return { data, server };
}

const titlesIn = (name: string) =>
  column(name)
    .getByRole("heading", { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
    .join("");
const handleOf = (title: string) =>
  page.getByRole("button", { name: `Move ${title}`, exact: true });

test("in a roadmap ordered by hand, an admin moves a card within its column by mouse, and it is shown there before the server responds", async () => {
  const { server } = orderedByHand();
  await openPage(server, "/roadmap");
  await expect.element(handleOf("C")).toBeVisible();
  const goOn = server.holdRequest(roadmapApi.place);
  await dragByMouse(handleOf("C"), handleOf("A"), isOver("Planned, at the top", "C"));
  await expect.poll(() => titlesIn("Planned")).toBe("CAB");
  goOn();
  expect((await server.called(roadmapApi.place)).body).toEqual({ afterId: null });
  await server.settled();
  expect(titlesIn("Planned")).toBe("CAB");
  await expect.element(handleOf("C")).toHaveFocus();
  expect(server.calls(feedbackApi.update)).toEqual([]);
  server.refuse(roadmapApi.place, 500, "Something went wrong");
  await dragByMouse(handleOf("C"), handleOf("B"), isOver("Planned, below A", "C"));
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await expect.poll(() => titlesIn("Planned")).toBe("CAB");
});

test("in a roadmap ordered by hand, arrow keys move a card up and down in its column and to the top of other columns, and each step is announced", async () => {
  const { server } = orderedByHand();
  await openPage(server, "/roadmap");
  await focusOn(handleOf("C"));
  await pressAndRead(" ", "C is over Planned, below B.");
  await pressAndRead("{ArrowUp}", "C is over Planned, below A.");
  await pressAndRead("{ArrowUp}", "C is over Planned, at the top.");
  await pressAndRead("{ArrowDown}", "C is over Planned, below A.");
  await pressAndRead(" ", "C is dropped in Planned, below A.");
  await expect.poll(() => titlesIn("Planned")).toBe("ACB");
  expect((await server.called(roadmapApi.place)).body).toEqual({ afterId: 31 });
  await server.settled();
  await expect.element(handleOf("C")).toHaveFocus();
  await pressAndRead(" ", "C is over Planned, below A.");
  await pressAndRead("{ArrowRight}", "C is over Under Development, at the top.");
  await pressAndRead(" ", "C is dropped in Under Development, at the top.");
  await expect.poll(() => titlesIn("Under Development")).toBe("C");
  await server.settled();
  expect(server.calls(feedbackApi.update)).toMatchObject([
    { body: { status: "under_development" } },
  ]);
  expect(server.calls(roadmapApi.place).at(-1)).toMatchObject({ body: { afterId: null } });
});

test("an admin chooses how the roadmap is ordered, for everyone", async () => {
  const { server } = plannedItem();
  const settings = acmeSettings();
  server
    .respond(companySettingsApi.settings, () => settings)
    .respond(companySettingsApi.update, ({ body }) => Object.assign(settings, body));
  await openRoadmap(server);
  await page.getByRole("button", { name: "Order: By votes" }).click();
  await page.getByRole("menuitemradio", { name: "By hand" }).click();
  await expect.element(page.getByRole("button", { name: "Order: By hand" })).toBeVisible();
  expect((await server.called(companySettingsApi.update)).body).toEqual({ roadmapOrder: "manual" });
  await server.settled();
  await expectWellMade("the roadmap of an admin");
  await focusOn(handle());
  await pressAndRead(" ", "Dark mode is over Planned, at the top.");
});

test("a customer cannot move the cards of the roadmap", async () => {
  const { data, server } = plannedItem();
  data.user = aCustomer();
  await openPage(server, "/roadmap");
  await expect.element(cardIn("Planned")).toMatchTextContent("Dark mode");
  await expect.element(handle()).not.toBeInTheDocument();
});

test("the board filter of the roadmap is stored in the URL, and an item's back link returns to the filtered roadmap", async () => {
  const { data, server } = plannedItem();
  data.boards = [aBoard(), aBoard({ id: 22, name: "Team Backlog", slug: "team", isPrivate: true })];
  data.items.push(anItem({ id: 32, title: "Clean up", status: "planned", boardId: 22 }));
  const { address } = await openPage(server, "/roadmap");
  await expect.element(cardIn("Planned")).toHaveLength(2);
  await page.getByRole("button", { name: "Boards: All boards" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Team Backlog" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(cardIn("Planned")).toMatchTextContent("Private: Clean up");
  await expect.element(cardIn("Planned")).toHaveLength(1);
  expect(address()).toBe("/roadmap?boardId=22");
  await cardIn("Planned").getByRole("link").click();
  await expect.element(page.getByText("Only admins of Acme can see this")).toBeVisible();
  await page.getByRole("link", { name: "Back to Roadmap" }).click();
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Product Roadmap");
  expect(address()).toBe("/roadmap?boardId=22");
  await openPage(server, "/roadmap?boardId=21&boardId=22");
  await expect.element(page.getByRole("button", { name: "Boards: 2 boards" })).toBeVisible();
  await expect.element(cardIn("Planned")).toHaveLength(2);
  await expect.element(cardIn("Planned").first()).toMatchTextContent("Board: ");
  await openPage(server, "/roadmap?boardId=999");
  await expect.element(cardIn("Planned")).toHaveLength(2);
});
