import { expect, test } from "vitest";
import { page } from "vitest/browser";
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

test("an admin filters by unanswered items in the select 'Status' and by any assignee in the select 'People'", async () => {
  const server = scene();
  const { address } = await openPage(server, "/feedback");
  await select("Status").selectOptions("Unanswered");
  await select("People").selectOptions("Priya Raman");
  await expect.poll(address).toBe("/feedback?unanswered=true&assigneeId=15");
  await expectWellMade("a list with the admins' filters");
  await select("People").selectOptions("Voted by me");
  await expect.poll(address).toBe("/feedback?unanswered=true&mine=voted");
  await select("People").selectOptions("Nobody");
  await page.getByRole("button", { name: "Remove filter Unanswered" }).click();
  await expect.poll(address).toBe("/feedback?assigneeId=none");
  await server.settled();
  expect(server.calls(feedbackApi.list).map(({ query }) => query)).toMatchObject([
    { unanswered: true },
    { unanswered: true, assigneeId: 15 },
    { unanswered: true, mine: "voted" },
    { unanswered: true, assigneeId: "none" },
    { assigneeId: "none" },
  ]);
});

test("an assignee who is no longer an admin is shown as an unknown admin", async () => {
  await openPage(scene(), "/feedback?assigneeId=99");
  await expect.element(select("People")).toHaveValue("99");
  const chip = page.getByRole("button", { name: "Remove filter Assigned to Unknown admin" });
  await expect.element(chip).toBeVisible();
});

test("a signed-in user's search and five selects are on one line in a window 1,280 px wide, and the selects are on one line in a window 768 px wide", async () => {
  for (const user of [anAdmin(), aCustomer()]) {
    await openPage(scene(user), "/feedback");
    const form = page.getByRole("search", { name: "Feedback" }).element();
    const fields = (tags: string) => [...form.querySelectorAll(tags)];
    const lines = (tags: string) => {
      const boxes = fields(tags).map((field) => field.getBoundingClientRect());
      return new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size;
    };
    await page.viewport(1280, 900);
    await expect.poll(() => lines("input, select")).toBe(1);
    expect(fields("input, select")).toHaveLength(6);
    await page.viewport(768, 900);
    await expect.poll(() => lines("select")).toBe(1);
  }
});
