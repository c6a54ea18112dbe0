import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCategory, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

/** Creates a server with this signed-in user, two assignees, one item and one board category. */
function scene(user = anAdmin()) {
  const data = acmeData({ user, items: [anItem()], categories: [aCategory()] });
  return acmeServer(data).respond(assigneesApi.list, [
    { id: user.id, fullName: user.fullName, pictureUrl: null },
    { id: 15, fullName: "Priya Raman", pictureUrl: null },
  ]);
}

const select = (name: string) => page.getByRole("combobox", { name });

const openMore = () => page.getByRole("button", { name: /^More filters/ }).click();

test("an admin filters by answer, assignee, board and days in the popover 'More filters', whose button counts the filters", async () => {
  const server = scene();
  const { address } = await openPage(server, "/feedback");
  await openMore();
  await select("Answer").selectOptions("Unanswered");
  await expect.poll(address).toBe("/feedback?unanswered=true");
  await select("Assignee").selectOptions("Priya Raman");
  await expect.poll(address).toBe("/feedback?unanswered=true&assigneeId=15");
  await page.getByLabelText("Created from").fill("2026-03-14");
  await expect.poll(address).toBe("/feedback?unanswered=true&assigneeId=15&createdFrom=2026-03-14");
  const button = page.getByRole("button", { name: "More filters 3 set" });
  await expect.element(button).toBeVisible();
  await expectWellMade("the popover of more filters");
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
  await page.getByRole("button", { name: "Remove filter Unanswered" }).click();
  await page.getByRole("button", { name: "Remove filter Created from March 14, 2026" }).click();
  await expect.poll(address).toBe("/feedback?assigneeId=15");
  await openMore();
  await page.getByRole("dialog").getByRole("button", { name: "Clear" }).click();
  await expect.poll(address).toBe("/feedback");
  await server.settled();
  expect(server.calls(feedbackApi.list).at(-2)?.query).toMatchObject({ assigneeId: 15 });
});

test("the first assignee in the popover is the viewer, as 'Me'", async () => {
  await openPage(scene(), "/feedback");
  await openMore();
  const options = () =>
    select("Assignee")
      .getByRole("option", { includeHidden: true })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(options).toEqual(["Anyone", "Me", "Nobody", "Priya Raman"]);
});

test("an assignee who is no longer an admin is shown as an unknown admin", async () => {
  await openPage(scene(), "/feedback?assigneeId=99");
  await openMore();
  await expect.element(select("Assignee")).toHaveValue("99");
  const chip = page.getByRole("button", { name: "Remove filter Assigned to Unknown admin" });
  await expect.element(chip).toBeVisible();
});

test("the search, the specified selects and 'More filters' are on one line in a window 1,440 px wide, and in one 768 px wide no text is cut", async () => {
  for (const user of [anAdmin(), aCustomer()]) {
    await openPage(
      scene(user),
      "/feedback?category=feature&status=under_development&sort=discussed",
    );
    const form = page.getByRole("search", { name: "Feedback" }).element();
    const shown = (tags: string) =>
      [...form.querySelectorAll<HTMLElement>(tags)].filter((field) => field.checkVisibility());
    const lines = (tags: string) => {
      const boxes = shown(tags).map((field) => field.getBoundingClientRect());
      return new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size;
    };
    const cut = () =>
      shown("select, button").filter((field) => field.scrollWidth > field.clientWidth);
    await page.viewport(1440, 900);
    await expect.poll(() => lines("input:not([type=hidden]), select, button")).toBe(1);
    expect(shown("select")).toHaveLength(3);
    const edges = shown("input:not([type=hidden]), select, button").flatMap((field) => {
      const { left, right } = field.getBoundingClientRect();
      return [left, right];
    });
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(cut()).toEqual([]);
    await page.viewport(768, 900);
    await expect.poll(() => lines("select")).toBe(1);
    expect(cut()).toEqual([]);
  }
});

test("parameters of the address that the list does not know are named and can be removed", async () => {
  const { address } = await openPage(scene(), "/feedback?sort=newest&priority=high&status=planned");
  const hint = page.getByRole("status").filter({ hasText: "sort=newest" });
  await expect.element(hint).toMatchTextContent(/priority=high/);
  await expectWellMade("a list with ignored filters");
  await hint.getByRole("button", { name: "Remove" }).click();
  await expect.poll(address).toBe("/feedback?status=planned");
  await expect.element(hint).not.toBeInTheDocument();
});
