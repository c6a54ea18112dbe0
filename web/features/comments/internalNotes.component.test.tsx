import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { commentsApi } from "#contract/comments.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aComment, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";

const ITEM = "/feedback/31";

const admin = anAdmin({ fullName: "Maya Lindqvist" });

function discussed(user = admin) {
  const data = acmeData({
    user,
    items: [anItem({ commentsCount: 1 })],
    comments: [aComment({ content: "Please" })],
  });
  return { data, server: acmeServer(data) };
}

const noteMode = () => page.getByRole("radio", { name: "Internal note" });
const commentMode = () => page.getByRole("radio", { name: "Comment", exact: true });
const noteField = () => page.getByLabelText("Your note");
const note = () => page.getByRole("article", { name: "Internal note by Maya Lindqvist" });

test("an admin presses n and writes an internal note, which is marked and counted separately from comments", async () => {
  const { server } = discussed();
  await openPage(server, ITEM);
  await expect.element(commentMode()).toBeChecked();
  await userEvent.keyboard("n");
  await expect.element(noteField()).toHaveFocus();
  await userEvent.keyboard("They will leave without it");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect.element(note()).toMatchTextContent("Internal note · only your team sees it");
  await expect.element(page.getByRole("heading", { name: "Comments (1) · 1 note" })).toBeVisible();
  expect(server.calls(commentsApi.create).map(({ body }) => body)).toEqual([
    { content: "They will leave without it", isInternal: true },
  ]);
  await expect.element(noteMode()).toBeChecked();
});

test("after a reload, the draft of an internal note is restored as a note, not as a comment", async () => {
  const { server } = discussed();
  const { reload } = await openPage(server, ITEM);
  await pressKeys(commentMode(), "{ArrowRight}");
  await noteField().fill("Not for customers");
  await reload();
  await expect.element(noteField()).toHaveValue("Not for customers");
  await expect.element(noteMode()).toBeChecked();
});

test("customers cannot write internal notes, and the key n has no effect for them", async () => {
  const { server } = discussed(aCustomer());
  await openPage(server, ITEM);
  await expect.element(page.getByLabelText("Your comment")).toBeVisible();
  await userEvent.keyboard("n");
  await expect.element(page.getByLabelText("Your comment")).not.toHaveFocus();
  await expect.element(noteMode()).not.toBeInTheDocument();
});
