import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aBoard, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

function scene(user = anAdmin()) {
  const items = ["First", "Second", "Third"].map((title, index) =>
    anItem({ id: index + 1, title, status: "new", assigneeId: index === 0 ? user.id : null }),
  );
  const boards = [aBoard(), aBoard({ id: 2, name: "Bugs", slug: "bugs" })];
  const data = acmeData({ user, boards, items });
  const server = acmeServer(data).respond(assigneesApi.list, [
    { id: 53, fullName: "Nora Next", pictureUrl: null },
    { id: user.id, fullName: user.fullName, pictureUrl: null },
  ]);
  return { data, server };
}

const table = () => page.getByRole("table", { name: "Feedback" });
async function openTable() {
  await page.getByRole("button", { name: "Table" }).click();
  await expect.element(table()).toBeVisible();
}
const bar = () => page.getByRole("region", { name: "Selected items" });

test("an admin changes to the table, which stays after a reload, and sorts it by its headings", async () => {
  await page.viewport(1440, 900);
  const { server } = scene();
  const { address, reload } = await openPage(server, "/feedback");
  await openTable();
  await expect.element(page.getByRole("article")).not.toBeInTheDocument();
  await reload();
  await expect.element(table()).toBeVisible();
  await expectWellMade("a list as a table");
  const rows = table().getByRole("row").elements().slice(1);
  expect(rows.map((row) => Math.round(row.getBoundingClientRect().height))).toEqual([44, 44, 44]);
  const created = table().getByRole("columnheader", { name: "Created" });
  await created.getByRole("button").click();
  await expect.poll(address).toBe("/feedback?sort=date");
  await expect.element(created).toHaveAttribute("aria-sort", "descending");
  await created.getByRole("button").click();
  await expect.poll(address).toBe("/feedback?sort=oldest");
  await expect.element(created).toHaveAttribute("aria-sort", "ascending");
});

test("the table has the keys, the menus and the selection of the cards", async () => {
  await page.viewport(1440, 900);
  const { data, server } = scene();
  await openPage(server, "/feedback");
  await openTable();
  await userEvent.keyboard("jsp");
  await expect.poll(() => data.items[0]?.status).toBe("planned");
  await userEvent.keyboard("jam{Enter}");
  await expect.poll(() => data.items[1]?.assigneeId).toBe(anAdmin().id);
  await table().getByRole("checkbox", { name: "Select all" }).click();
  await expect.element(bar().getByText("3 selected")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(bar()).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Third" }).click();
  await expect.element(page.getByRole("heading", { name: "Third", level: 1 })).toBeVisible();
});

test("a narrow window has cards instead of the table, and no choice of density", async () => {
  await page.viewport(1440, 900);
  await openPage(scene().server, "/feedback");
  await openTable();
  await page.viewport(375, 800);
  await expect.element(page.getByRole("article").first()).toBeVisible();
  await expect.element(table()).not.toBeInTheDocument();
  await expect.element(page.getByRole("group", { name: "Density" })).not.toBeInTheDocument();
});

test("customers have no table", async () => {
  const { server } = scene(aCustomer());
  await openPage(server, "/feedback");
  await server.settled();
  await expect.element(page.getByRole("group", { name: "Density" })).not.toBeInTheDocument();
});
