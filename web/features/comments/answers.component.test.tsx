import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { authApi } from "#contract/auth.ts";
import { commentsApi } from "#contract/comments.ts";
import { NOT_SIGNED_IN } from "#contract/errors.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { aComment, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONTROL_ENTER, pressKeys } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";

const ITEM = "/feedback/31";

const ada = aCustomer({ fullName: "Ada Lovelace" });
const grace = { username: "g•••", fullName: "Grace Hopper", pictureUrl: null };

/** Creates a server with a comment of Sam, an answer of Grace to it, and a later comment of Sam. */
function discussed(user: ReturnType<typeof aCustomer> | null = ada) {
  const comments = [
    aComment({ id: 1, content: "First", reactions: [{ emoji: "👍", count: 2, isOwn: false }] }),
    aComment({ id: 2, content: "Second" }),
    aComment({ id: 3, content: "An answer", user: grace, answersId: 1 }),
  ];
  const data = acmeData({ user, items: [anItem({ commentsCount: 3 })], comments });
  return { data, server: acmeServer(data) };
}

const entries = () => page.getByRole("article", { name: /^(?:Comment|Answer) by/ });
const entry = (content: string) => entries().filter({ hasText: content });
const shown = () =>
  entries()
    .elements()
    .map((element) => /First|Second|An answer|Mine/.exec(element.textContent)?.[0]);
const answerTo = (content: string) => entry(content).getByRole("button", { name: /^Answer / });
const reaction = (content: string, name: string) =>
  entry(content).getByRole("button", { name, exact: true });
const answerField = () => page.getByRole("textbox", { name: /^Your answer to/ });

test("answers are listed below their comment, and a customer answers an answer, with the draft kept until it is posted", async () => {
  const { server } = discussed();
  await openPage(server, ITEM);
  await expect.poll(shown).toEqual(["First", "An answer", "Second"]);
  await answerTo("An answer").click();
  await expect.element(answerField()).toHaveFocus();
  await expect.element(answerField()).toHaveValue("@Grace Hopper ");
  await userEvent.keyboard("Mine");
  await expectWellMade("the form of an answer");
  await userEvent.keyboard("{Escape}");
  await expect.element(answerField()).not.toBeInTheDocument();
  await answerTo("An answer").click();
  await expect.element(answerField()).toHaveValue("@Grace Hopper Mine");
  await expect.element(answerField()).toHaveFocus();
  await userEvent.keyboard(CONTROL_ENTER);
  await expect.element(entry("Mine")).toHaveFocus();
  await expect.poll(shown).toEqual(["First", "An answer", "Mine", "Second"]);
  expect(server.calls(commentsApi.create).map(({ body }) => body)).toEqual([
    { content: "@Grace Hopper Mine", answersId: 3 },
  ]);
  await answerTo("An answer").click();
  await expect.element(answerField()).toHaveValue("@Grace Hopper ");
});

test("a customer adds a reaction with the keyboard and takes it back", async () => {
  const { server } = discussed();
  await openPage(server, ITEM);
  await expect.element(reaction("First", "👍 2")).toHaveAttribute("aria-pressed", "false");
  await pressKeys(entry("Second").getByRole("button", { name: /^React to/ }), "{Enter}");
  const row = page.getByRole("toolbar", { name: "Reactions" });
  await expect.element(row.getByRole("button", { name: "👍" })).toHaveFocus();
  await expectWellMade("the row of reactions");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{Enter}");
  await expect.element(row).not.toBeInTheDocument();
  const own = reaction("Second", "🎉 1, including you");
  await expect.element(own).toHaveAttribute("aria-pressed", "true");
  await reaction("First", "👍 2").click();
  await expect.element(reaction("First", "👍 3, including you")).toBeVisible();
  await own.click();
  await expect.element(own).not.toBeInTheDocument();
  expect(server.calls(commentsApi.react).map(({ params }) => params)).toEqual([
    { id: 2, emoji: "🎉" },
    { id: 1, emoji: "👍" },
  ]);
});

test("a refused reaction disappears again", async () => {
  const { server } = discussed();
  server.refuse(commentsApi.react, 409, "This comment is waiting for approval");
  await openPage(server, ITEM);
  await reaction("First", "👍 2").click();
  await expect.element(page.getByText("This comment is waiting for approval")).toBeVisible();
  await expect.element(reaction("First", "👍 2")).toBeVisible();
});

test("a visitor who reacts logs in over the page, and the reaction is then added", async () => {
  const { data, server } = discussed(null);
  server
    .respond(commentsApi.react, (_, before) => {
      if (!data.user) throw new Refusal(401, NOT_SIGNED_IN);
      return before();
    })
    .respond(authApi.login, () => (data.user = ada));
  await openPage(server, ITEM);
  await reaction("First", "👍 2").click();
  const dialog = page.getByRole("dialog", { name: "Log in to react to the comment" });
  await fillIn({ "Work email": "ada@example.com", Password: "a long password" }, dialog);
  await userEvent.keyboard("{Enter}");
  await expect.element(reaction("First", "👍 3, including you")).toBeVisible();
});

test("an answer whose comment is not loaded stands by itself, and a comment that waits for approval takes no answers", async () => {
  const { data, server } = discussed();
  data.comments.splice(0, 1);
  Object.assign(data.comments[0] ?? {}, { visibility: "pending" });
  await openPage(server, ITEM);
  await expect.poll(shown).toEqual(["Second", "An answer"]);
  await expect.element(page.getByText("In answer to an earlier comment")).toBeVisible();
  await expect.element(answerTo("An answer")).toBeVisible();
  await expect.element(answerTo("Second")).not.toBeInTheDocument();
});

test("an admin who types @ chooses a teammate from a list with the keyboard", async () => {
  const { server } = discussed(anAdmin());
  const teammates = ["Maya Lindqvist", "Tomás Herrera", "Priya Raman"];
  server.respond(
    assigneesApi.list,
    teammates.map((fullName, index) => ({ id: index + 1, fullName, pictureUrl: null })),
  );
  await openPage(server, ITEM);
  const field = page.getByRole("textbox", { name: "Your comment" });
  await expect.element(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
  const list = page.getByRole("listbox", { name: "Teammates" });
  await field.fill("Hello @");
  await expect.poll(() => list.getByRole("option").elements().length).toBe(3);
  await expectWellMade("the list of teammates");
  await userEvent.keyboard("{ArrowDown}");
  await expect
    .element(list.getByRole("option", { name: "Tomás Herrera" }))
    .toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard("ram");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Hello @Priya Raman ");
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});
