import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contentApi } from "#contract/content.ts";
import type { ConsoleData } from "#web/testing/consoleServer.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";
import type { ScriptedServer } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/admin/content";
const ANSWER = "Yes.\nSee https://example.com/safe";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const listOf = (plural: string) => page.getByRole("region", { name: plural, exact: true });
const headingsOf = (plural: string) =>
  listOf(plural)
    .getByRole("listitem")
    .getByRole("heading")
    .elements()
    .map(({ textContent }) => textContent);

/** Creates a server for the provider's console. The server stores FAQs and announcements. */
function contentServer(data: ConsoleData): ScriptedServer {
  return consoleServer(data)
    .respond(contentApi.createFaq, ({ body }) => added(data.faqs, body))
    .respond(contentApi.updateFaq, ({ params, body }) => changed(data.faqs, params.id, body))
    .respond(contentApi.reorderFaqs, ({ body }) => sorted(data.faqs, body.ids))
    .respond(contentApi.removeFaq, ({ params }) => removed(data.faqs, params.id))
    .respond(contentApi.createAnnouncement, ({ body }) => added(data.announcements, body))
    .respond(contentApi.updateAnnouncement, ({ params, body }) =>
      changed(data.announcements, params.id, body),
    )
    .respond(contentApi.reorderAnnouncements, ({ body }) => sorted(data.announcements, body.ids))
    .respond(contentApi.removeAnnouncement, ({ params }) => removed(data.announcements, params.id));
}

interface Entry {
  readonly id: number;
}

function added<E extends Entry>(entries: E[], texts: Omit<E, "id">): E {
  const entry = { ...texts, id: entries.length + 1 } as E;
  entries.push(entry);
  return entry;
}

function changed<E extends Entry>(entries: E[], id: number, texts: Omit<E, "id">): E {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`There is no entry ${String(id)}`);
  return Object.assign(entry, texts);
}

function sorted<E extends Entry>(entries: E[], ids: readonly number[]): E[] {
  const ordered = entries.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  entries.splice(0, entries.length, ...ordered);
  return entries;
}

function removed(entries: Entry[], id: number): void {
  entries.splice(
    entries.findIndex((entry) => entry.id === id),
    1,
  );
}

/** The names, path and labels that differ between FAQs and announcements. */
interface Kind {
  readonly name: string;
  readonly plural: string;
  readonly path: string;
  readonly labels: readonly [heading: string, text: string];
}

/** Moves the last of three entries to the first position by keyboard and saves the order. */
async function moveToTop({ plural }: Kind, name: string): Promise<void> {
  await page.getByRole("button", { name: `Reorder ${plural}` }).click();
  const dialog = page.getByRole("dialog", { name: `Reorder ${plural}` });
  const up = dialog.getByRole("button", { name: `Move ${name} up` });
  await pressKeys(up, "{Enter}{Enter}");
  await expect.element(up).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(dialog.getByRole("status").first())
    .toHaveTextContent(`${name} is now at position 1 of 3.`);
  await dialog.getByRole("button", { name: "Save Order" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Order updated successfully/);
  await expect.element(dialog).not.toBeInTheDocument();
}

/** Adds a third entry, edits the new entry, moves it to the top and deletes it. */
async function manageEntry(server: ScriptedServer, kind: Kind): Promise<void> {
  const { name, plural, path, labels } = kind;
  const [heading, text] = labels;
  await openPage(server, path);
  await button(`Add ${name}`).click();
  const add = page.getByRole("dialog", { name: `Add ${name}` });
  const submit = add.getByRole("button", { name: `Add ${name}` });
  await submit.click();
  await expectMessages({ [heading]: `${heading} is required`, [text]: `${text} is required` }, add);
  await fillIn({ [heading]: "Is it safe?", [text]: ANSWER }, add);
  await submit.click();
  await expect.element(shownToast()).toMatchTextContent(`${name} created successfully`);
  await expect.poll(() => headingsOf(plural)).toEqual(["First", "Second", "Is it safe?"]);

  await button("Edit Is it safe?").click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await fillIn({ [heading]: "Is it safe now?" }, edit);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent(`${name} updated successfully`);
  await expect.poll(() => headingsOf(plural)).toEqual(["First", "Second", "Is it safe now?"]);
  await moveToTop(kind, "Is it safe now?");
  await expect.poll(() => headingsOf(plural)).toEqual(["Is it safe now?", "First", "Second"]);

  await button("Delete Is it safe now?").click();
  const confirm = page.getByRole("alertdialog", { name: `Delete ${name}` });
  await expect.element(confirm).toMatchTextContent("Is it safe now? will be deleted");
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast()).toMatchTextContent(`${name} deleted successfully`);
  await expect.poll(() => headingsOf(plural)).toEqual(["First", "Second"]);
  await expect
    .element(listOf(plural).getByRole("heading", { level: 3, name: plural }))
    .toHaveFocus();
}

test("FAQs of the landing page are added, edited, reordered by keyboard and deleted", async () => {
  const faqs = [
    { id: 1, question: "First", answer: "One." },
    { id: 2, question: "Second", answer: "Two." },
  ];
  const server = contentServer(consoleData({ faqs }));
  const labels = ["Question", "Answer"] as const;
  await manageEntry(server, { name: "FAQ", plural: "FAQs", path: PATH, labels });
  const [created] = server.calls(contentApi.createFaq);
  expect(created?.body).toEqual({ question: "Is it safe?", answer: ANSWER });
  const [updated] = server.calls(contentApi.updateFaq);
  expect(updated?.body).toEqual({ question: "Is it safe now?", answer: ANSWER });
  expect(server.calls(contentApi.reorderFaqs).map(({ body }) => body.ids)).toEqual([[3, 1, 2]]);
  expect(server.calls(contentApi.removeFaq).map(({ params }) => params.id)).toEqual([3]);
});

test("announcements of the landing page are added, edited, reordered by keyboard and deleted", async () => {
  const announcements = [
    { id: 1, title: "First", content: "One." },
    { id: 2, title: "Second", content: "Two." },
  ];
  const server = contentServer(consoleData({ announcements }));
  const path = `${PATH}?tab=announcements`;
  const labels = ["Title", "Content"] as const;
  await manageEntry(server, { name: "Announcement", plural: "Announcements", path, labels });
  const [created] = server.calls(contentApi.createAnnouncement);
  expect(created?.body).toEqual({ title: "Is it safe?", content: ANSWER });
  const [updated] = server.calls(contentApi.updateAnnouncement);
  expect(updated?.body).toEqual({ title: "Is it safe now?", content: ANSWER });
  const orders = server.calls(contentApi.reorderAnnouncements).map(({ body }) => body.ids);
  expect(orders).toEqual([[3, 1, 2]]);
  expect(server.calls(contentApi.removeAnnouncement).map(({ params }) => params.id)).toEqual([3]);
});

test("the selected tab of the content management screen is stored in the URL, and arrow keys move between the tabs", async () => {
  const { address, reload } = await openPage(contentServer(consoleData()), PATH);
  const tabs = page.getByRole("tab");
  const labels = tabs.elements().map(({ textContent }) => textContent);
  expect(labels).toEqual(["FAQs", "Announcements", "Documentation"]);
  await page.getByRole("tab", { name: "Announcements" }).click();
  await expect.poll(address).toBe(`${PATH}?tab=announcements`);
  await focusOn(page.getByRole("tab", { name: "Announcements" }));
  await userEvent.keyboard("{End}");
  await expect
    .element(
      page.getByText("Documentation management will be implemented in a future update.", {
        exact: true,
      }),
    )
    .toBeVisible();
  await reload();
  await expect
    .element(page.getByRole("tab", { name: "Documentation" }))
    .toHaveAttribute("aria-selected", "true");
});

test("the landing page shows FAQs and announcements in the saved order, as plain text with links", async () => {
  const attack = "</script><script>document.title='taken'</script>";
  const faqs = [
    { id: 2, question: "Is it safe?", answer: `${attack}\nSee https://example.com/safe` },
    { id: 1, question: "Is it free?", answer: "No." },
  ];
  const announcements = [
    { id: 2, title: "Big news", content: "It is <b>here</b>." },
    { id: 1, title: "Old news", content: "It was there." },
  ];
  await openPage(contentServer(consoleData({ user: null, faqs, announcements })), "/");
  const section = page.getByRole("region", { name: "Frequently asked questions" });
  const summaries = section.element().querySelectorAll("summary");
  expect([...summaries].map(({ textContent }) => textContent)).toEqual([
    "Is it safe?",
    "Is it free?",
  ]);
  await section.getByText("Is it safe?").click();
  await expect.element(section.getByText(attack, { exact: false })).toBeVisible();
  await expect
    .element(section.getByRole("link", { name: "https://example.com/safe" }))
    .toBeVisible();
  const announced = listOf("Announcements").getByRole("heading", { level: 3 });
  expect(announced.elements().map(({ textContent }) => textContent)).toEqual([
    "Big news",
    "Old news",
  ]);
  await expect.element(page.getByText("It is <b>here</b>.")).toBeVisible();
  expect(document.title).not.toContain("taken");
});
