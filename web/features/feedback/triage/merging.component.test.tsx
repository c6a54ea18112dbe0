import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MERGE_CONFLICTS, mergingApi } from "#contract/merging.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const SOURCE = "/feedback/31";

const manage = () => page.getByRole("region", { name: "Details" });
const dialog = () => page.getByRole("dialog", { name: "Merge feedback" });
const heading = () => page.getByRole("heading", { level: 1 });
const ledHere = () => page.getByText(/^You were led here/);
const unmerge = () => page.getByRole("button", { name: "Unmerge Night mode" });

/** Creates a server with a signed-in admin and two items. */
function twoItems() {
  const items = [
    anItem({ title: "Night mode", votes: 1, commentsCount: 2 }),
    anItem({ id: 32, title: "Dark mode", votes: 20, commentsCount: 3 }),
  ];
  const data = acmeData({ user: anAdmin(), items });
  return { data, server: acmeServer(data) };
}

/** Creates a server with an item that is merged into a second item. */
function mergedItem() {
  const merged = { state: "merged", mergedIntoId: 32 } as const;
  const items = [
    anItem({ title: "Night mode", ...merged }),
    anItem({ id: 32, title: "Dark mode" }),
  ];
  const data = acmeData({ user: aCustomer(), items });
  return { data, server: acmeServer(data) };
}

/** Opens the merge dialog, searches, and chooses the first result, all by keyboard. */
async function chooseTarget(search: string): Promise<void> {
  await pressKeys(manage().getByRole("button", { name: "Merge…" }), "{Enter}");
  await expect.element(dialog().getByLabelText("Item to merge into")).toHaveFocus();
  await userEvent.keyboard(search);
  await expect.element(dialog().getByRole("radio", { name: /Dark mode/ })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
}

test("an admin merges an item by keyboard, sees the outcome before the merge, and is redirected to the target's page, which does not say that the admin was led there", async () => {
  const { server } = twoItems();
  const { address } = await openPage(server, `${SOURCE}?from=%2Ffeedback`);
  await chooseTarget("mode");
  await expect.element(dialog().getByRole("radio")).toHaveLength(1);
  await expect
    .element(dialog().getByRole("status"))
    .toMatchTextContent(
      "“Dark mode” remains, with 21 votes (one per person), 5 comments and 21 followers.",
    );
  expect(server.calls(mergingApi.mergeInBulk)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(heading()).toHaveTextContent("Dark mode");
  await expect.element(unmerge()).toBeVisible();
  await expect.element(ledHere()).not.toBeInTheDocument();
  expect(address()).toBe("/feedback/32?from=%2Ffeedback");
  expect(server.calls(mergingApi.mergeInBulk).map(({ body }) => body)).toEqual([
    { ids: [31], targetId: 32 },
  ]);
});

test("if no item contains the words of a search for the target, similar items are offered and marked as similar", async () => {
  const { data, server } = twoItems();
  server.respond(similarFeedbackApi.toTitle, () => data.items);
  await openPage(server, SOURCE);
  await chooseTarget("drak");
  await expect.element(dialog().getByText(/^Nothing contains these words\./)).toBeVisible();
  await expect.element(dialog().getByRole("radio")).toHaveLength(1);
  await expect.element(dialog().getByText(/remains, with 21 votes/)).toBeVisible();
});

test("'Undo' in the toast makes a merged item independent again", async () => {
  const { data, server } = twoItems();
  await openPage(server, SOURCE);
  await chooseTarget("mode");
  await expect.element(dialog().getByText(/remains, with 21 votes/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(shownToast()).toMatchTextContent("Merged into “Dark mode”");
  await expect.element(unmerge()).toBeVisible();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(unmerge()).not.toBeInTheDocument();
  expect(data.items[0]?.state).toBe("open");
});

test("a merge without a chosen target is not sent, and the dialog asks for an item", async () => {
  const { server } = twoItems();
  await openPage(server, SOURCE);
  await manage().getByRole("button", { name: "Merge…" }).click();
  await dialog().getByRole("button", { name: "Merge" }).click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("Choose an item");
  expect(server.calls(mergingApi.mergeInBulk)).toEqual([]);
});

test("a refused merge shows the server's message in the dialog, and the item's page stays open", async () => {
  const { server } = twoItems();
  server.refuse(mergingApi.mergeInBulk, 409, MERGE_CONFLICTS.target);
  const { address } = await openPage(server, SOURCE);
  await chooseTarget("mode");
  await expect.element(dialog().getByText(/remains, with 21 votes/)).toBeVisible();
  await dialog().getByRole("button", { name: "Merge" }).click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent(MERGE_CONFLICTS.target);
  expect(address()).toBe(SOURCE);
});

test("the URL of a merged item redirects to the target's page, and the target's page names the merged item", async () => {
  const { server } = mergedItem();
  const { address } = await openPage(server, SOURCE);
  await expect.element(heading()).toHaveTextContent("Dark mode");
  await expect
    .element(ledHere())
    .toMatchTextContent("from “Night mode”, which was merged into this item");
  expect(address()).toBe("/feedback/32?mergedFrom=31");
  await expect.element(unmerge()).not.toBeInTheDocument();
});

test("a link to a comment of a merged item opens the target's page at the comment", async () => {
  const { server } = mergedItem();
  const { address } = await openPage(server, `${SOURCE}#comment-7`);
  await expect.poll(address).toBe("/feedback/32?mergedFrom=31");
  expect(window.location.hash).toBe("#comment-7");
});

test("an item accepts no votes and no comments if it was merged into an item that the viewer is not allowed to see", async () => {
  const { data, server } = mergedItem();
  Object.assign(data.items[0] ?? {}, { mergedIntoId: null });
  await openPage(server, SOURCE);
  await expect.element(page.getByText("This item was merged")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Vote for/ })).toBeDisabled();
  await expect.element(page.getByText("Add a Comment")).not.toBeInTheDocument();
});

test("the question before the deletion of an item says that its merged items become independent again", async () => {
  const { data, server } = mergedItem();
  data.user = anAdmin();
  await openPage(server, "/feedback/32");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect
    .element(page.getByRole("alertdialog", { name: "Delete feedback" }))
    .toMatchTextContent("The items that were merged into it become independent again.");
});

test("an admin unmerges an item on the page of its target", async () => {
  const { data, server } = mergedItem();
  data.user = anAdmin();
  await openPage(server, "/feedback/32");
  await unmerge().click();
  await expect.element(shownToast()).toMatchTextContent("“Night mode” is an item of its own again");
  await expect.element(unmerge()).not.toBeInTheDocument();
  expect(server.calls(mergingApi.unmerge).map(({ params }) => params)).toEqual([{ id: 31 }]);
});
