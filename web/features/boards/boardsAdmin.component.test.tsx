import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { boardsApi } from "#contract/boards.ts";
import { acmeData } from "#web/testing/acmeServer.ts";
import { boardsServer } from "#web/testing/boardsServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { aBoard, anAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/boards";

const cards = () =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });
const card = (name: string) =>
  cards().filter({ has: page.getByRole("heading", { name, exact: true }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const newBoard = () => page.getByRole("dialog", { name: "Create New Board" });
const create = () => newBoard().getByRole("button", { name: "Create board" });
const deletion = () => page.getByRole("alertdialog", { name: "Delete board" });
const confirmDeletion = () => deletion().getByRole("button", { name: "Delete", exact: true });
const typedName = () => deletion().getByLabelText("Type the board's name to confirm");
const discard = () => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });

/** Creates a server with a signed-in admin of Acme and boards of these names. */
function adminOf(...names: string[]) {
  const boards = names.map((name, index) =>
    aBoard({
      id: index + 1,
      name,
      slug: name.toLowerCase().replaceAll(" ", "-"),
      feedbackCount: 2,
    }),
  );
  const data = acmeData({ user: anAdmin(), boards });
  return { data, server: boardsServer(data) };
}

test("an admin creates a board whose slug is derived from the name until the admin types a slug", async () => {
  const { server } = adminOf();
  const { address } = await openPage(server, PATH);
  await expect
    .element(page.getByRole("heading", { level: 2 }))
    .toHaveTextContent("Feedback Boards");
  await expect.element(page.getByText("No boards yet")).toBeVisible();
  await button("New Board").click();
  await expect.element(fieldOf("Name", newBoard())).toHaveFocus();
  await create().click();
  await expectMessages({ Name: "Board name is required", Slug: "Slug is required" }, newBoard());
  await fillIn({ Name: "Crème brûlée & Co" }, newBoard());
  await expect.element(fieldOf("Slug", newBoard())).toHaveValue("creme-brulee-co");
  const { host } = window.location;
  await expect.element(newBoard().getByText(`${host}/board/creme-brulee-co`)).toBeVisible();
  await expect.element(fieldOf("Slug", newBoard())).not.toHaveAttribute("aria-invalid");
  await fillIn({ Slug: "no_good" }, newBoard());
  const shape = "Slug can only contain lowercase letters, numbers, and single hyphens between them";
  await expectMessages({ Slug: shape }, newBoard());
  const description = "Everything sweet.\nAnd sour.";
  await fillIn({ Slug: "sweets", Description: description, Name: "Desserts" }, newBoard());
  await expect.element(fieldOf("Slug", newBoard())).toHaveValue("sweets");
  await create().click();
  await expect.element(shownToast()).toMatchTextContent(/^Board created successfully/);
  await expect.element(newBoard()).not.toBeInTheDocument();
  await expect.element(card("Desserts")).toMatchTextContent("/sweets");
  // The pressed button was part of the empty state.
  const heading = page.getByRole("heading", { name: "Feedback Boards" });
  await expect.element(heading).toHaveFocus();
  await button("Dismiss").click();
  await expect.element(heading).toHaveFocus();
  await expect.element(card("Desserts")).toMatchTextContent("0 items");
  expect(server.calls(boardsApi.create).map(({ body }) => body)).toEqual([
    { name: "Desserts", slug: "sweets", description, isPrivate: false, companyId: 1 },
  ]);
  await card("Desserts").getByRole("link").click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Desserts");
  await expect.element(page.getByRole("main")).toMatchTextContent("Everything sweet.");
  expect(address()).toBe("/board/sweets");
});

test("after an admin has created a board, a notice offers to view the board or to copy its link on the company's host, and can be dismissed", async () => {
  const portal = portalOf(null, { tenantId: 1 });
  const { address } = await openPage(
    boardsServer(acmeData({ user: anAdmin(), boards: [], portal })),
    PATH,
  );
  const createBoard = async (name: string) => {
    await button("New Board").click();
    await fillIn({ Name: name }, newBoard());
    await create().click();
    await expect.element(newBoard()).not.toBeInTheDocument();
  };
  const steps = page.getByRole("group", { name: "New board" });
  await createBoard("Ideas");
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await steps.getByRole("button", { name: "Copy link" }).click();
  await expect.element(steps.getByText("Copied")).toBeInTheDocument();
  const { protocol, port } = window.location;
  expect(write).toHaveBeenCalledExactlyOnceWith(`${protocol}//acme.localhost:${port}/board/ideas`);
  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(steps).not.toBeInTheDocument();
  await createBoard("Bugs");
  await expect.element(steps).toMatchTextContent("Bugs is ready.");
  await steps.getByRole("link", { name: "View board" }).click();
  await expect.poll(address).toBe("/board/bugs");
});

test("on the product's own host, the form for a new board shows a URL on the company's host", async () => {
  const data = acmeData({ user: anAdmin(), boards: [], portal: portalOf(null, { tenantId: 1 }) });
  await openPage(boardsServer(data), PATH);
  await button("New Board").click();
  await fillIn({ Name: "Ideas" }, newBoard());
  await expect.element(newBoard().getByText(/^acme\.localhost.*\/board\/ideas$/)).toBeVisible();
});

test("the form for a new board shows an error as soon as another board has its slug, and sends nothing", async () => {
  const { server } = adminOf("Ideas");
  await openPage(server, PATH);
  await button("New Board").click();
  await fillIn({ Name: "Ideas" }, newBoard());
  await expectMessages({ Slug: "Slug is already taken" }, newBoard());
  await create().click();
  await expect.element(fieldOf("Slug", newBoard())).toHaveFocus();
  await server.settled();
  expect(server.calls(boardsApi.create)).toEqual([]);
});

test("if another admin has taken the slug since the form for a new board was opened, the slug field shows an error, and the board can be created with another slug", async () => {
  const { data, server } = adminOf("Ideas");
  await openPage(server, PATH);
  await button("New Board").click();
  await fillIn({ Name: "Bugs" }, newBoard());
  server.respond(boardsApi.create, () => {
    data.boards.push(aBoard({ id: 9, name: "Bugs", slug: "bugs" }));
    throw new Refusal(409, "Slug is already taken");
  });
  await create().click();
  await expectMessages({ Slug: "Slug is already taken" }, newBoard());
  server.restore(boardsApi.create);
  await fillIn({ Slug: "other-bugs" }, newBoard());
  await create().click();
  await expect.element(newBoard()).not.toBeInTheDocument();
  await expect.element(cards()).toHaveLength(3);
});

test("creating a board beyond the quota shows a toast, and the typed name stays in the form", async () => {
  const refusal = "A company can have at most 200 boards";
  const { server } = adminOf("Ideas");
  server.refuse(boardsApi.create, 409, refusal);
  await openPage(server, PATH);
  await button("New Board").click();
  await fillIn({ Name: "Bugs" }, newBoard());
  await create().click();
  await expect.element(shownToast()).toMatchTextContent(refusal);
  await expect.element(fieldOf("Slug", newBoard())).not.toHaveAttribute("aria-invalid");
  await expect.element(fieldOf("Name", newBoard())).toHaveValue("Bugs");
});

test("an admin edits a board and makes it private", async () => {
  const { server } = adminOf("Ideas");
  await openPage(server, PATH);
  await expect.element(card("Ideas")).toMatchTextContent("No description");
  await button("Edit Ideas").click();
  const dialog = page.getByRole("dialog", { name: "Edit Board" });
  await expect
    .element(dialog.getByText("Only company admins can access a private board."))
    .toBeVisible();
  await fillIn({ Name: "Secret Ideas", Description: "For us." }, dialog);
  await expect.element(fieldOf("Slug", dialog)).toHaveValue("ideas");
  await fillIn({ Slug: "secret-ideas" }, dialog);
  await expect
    .element(dialog.getByText("Links to the old address will no longer work."))
    .toBeVisible();
  await dialog.getByRole("switch", { name: "Private board" }).click();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Board updated successfully/);
  await expect.element(card("Secret Ideas")).toMatchTextContent("Private");
  await expect.element(button("Edit Secret Ideas")).toHaveFocus();
  const { params, body } = await server.called(boardsApi.update);
  expect({ params, body }).toEqual({
    params: { id: 1 },
    body: {
      name: "Secret Ideas",
      slug: "secret-ideas",
      description: "For us.",
      isPrivate: true,
      companyId: 1,
    },
  });
});

test("the page of a private board tells an admin that the board is private", async () => {
  const board = aBoard({ name: "Secret Ideas", isPrivate: true });
  await openPage(
    boardsServer(acmeData({ user: anAdmin(), boards: [board] })),
    `/board/${board.slug}`,
  );
  await expect.element(page.getByText("Private Board", { exact: true })).toBeVisible();
});

test("a board can be deleted only after its exact name was typed", async () => {
  const { server } = adminOf("Keep me", "Drop me");
  await openPage(server, PATH);
  await button("Delete Drop me").click();
  await expect
    .element(deletion())
    .toMatchTextContent(
      "Drop me has 2 open items. The board will be deleted with all its items (open, closed, merged and waiting ones)",
    );
  await expect.element(typedName()).toHaveFocus();
  for (const wrong of ["", "drop me", "Drop me ", "Drop m"]) {
    await typedName().fill(wrong);
    await expect.element(confirmDeletion()).toBeDisabled();
    await pressKeys(typedName(), "{Enter}");
  }
  await server.settled();
  expect(server.calls(boardsApi.remove)).toEqual([]);
  await typedName().fill("Drop me");
  await confirmDeletion().click();
  await expect.element(shownToast()).toMatchTextContent(/^Board deleted successfully/);
  await expect.element(deletion()).not.toBeInTheDocument();
  await expect.element(cards()).toHaveLength(1);
  await expect.element(card("Keep me")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Feedback Boards" })).toHaveFocus();
  expect(server.calls(boardsApi.remove).map(({ params }) => params)).toEqual([{ id: 2 }]);
});

test("at 400 % zoom (320 x 256 pixels), every part of a dialog can be scrolled into view and the dialog can be confirmed", async () => {
  const { server } = adminOf("Drop me");
  await page.viewport(320, 256);
  await openPage(server, PATH);
  await pressKeys(button("Delete Drop me"), "{Enter}");
  await typedName().fill("Drop me");
  const parts = [
    deletion().getByRole("heading", { name: "Delete board" }),
    deletion().getByRole("button", { name: "Close" }),
    deletion().getByRole("button", { name: "Cancel" }),
    confirmDeletion(),
  ];
  for (const part of parts) {
    part.element().scrollIntoView({ block: "nearest" });
    await expect.element(part).toBeInViewport({ ratio: 1 });
  }
  await confirmDeletion().click();
  await expect.element(shownToast()).toMatchTextContent(/^Board deleted successfully/);
});

test("the form of a board needs a confirmation before it closes with unsaved changes", async () => {
  const { server } = adminOf("Ideas");
  await openPage(server, PATH);
  await button("New Board").click();
  await fillIn({ Name: "Half" }, newBoard());
  await userEvent.keyboard("{Escape}");
  await discard().getByRole("button", { name: "Cancel" }).click();
  await expect.element(fieldOf("Name", newBoard())).toHaveValue("Half");
  await newBoard().getByRole("button", { name: "Cancel" }).click();
  await discard().getByRole("button", { name: "Discard changes" }).click();
  await expect.element(newBoard()).not.toBeInTheDocument();
  await expect.element(button("New Board")).toHaveFocus();
});

test("an admin whose account has no company sees a message instead of the boards", async () => {
  const portal = portalOf(null);
  const data = acmeData({ user: anAdmin({ companyId: null }), boards: [], portal });
  await openPage(boardsServer(data), PATH);
  await expect
    .element(page.getByText("No company associated with your account.", { exact: true }))
    .toBeVisible();
});
