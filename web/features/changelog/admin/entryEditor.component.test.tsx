import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changelogApi, SLUG_TAKEN } from "#contract/changelog.ts";
import { picturesApi, picturesExamples } from "#contract/pictures.ts";
import type { ChangelogData } from "#web/testing/changelogServer.ts";
import {
  aLinkedItem,
  anEntry,
  changelogData,
  changelogServer,
} from "#web/testing/changelogServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const COVER = picturesExamples.uploadPicture.response;
const PATH = "/company/changelog/5";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const preview = () => page.getByRole("region", { name: "Preview" });
const status = () => page.getByRole("main").getByRole("status").first();
const dialog = (name: string) => page.getByRole("dialog", { name });

async function open(data: ChangelogData, path = PATH) {
  const server = changelogServer(data);
  await openPage(server, path);
  return server;
}

test("an admin creates a draft from the items completed since the last entry", async () => {
  const completed = [aLinkedItem({ status: "complete" })];
  const server = await open(changelogData({ entries: [], completed }), "/company/changelog");
  await expect.element(page.getByText("No entries yet")).toBeVisible();
  await button("New entry").first().click();
  await fillIn({ Title: "Night shift" }, dialog("New entry"));
  await expect
    .element(page.getByLabelText("Link the 1 item completed since the last entry"))
    .toBeChecked();
  await dialog("New entry").getByRole("button", { name: "Create draft" }).click();
  await expect.element(preview()).toMatchTextContent(/Night shift.*Completed with this.*Dark mode/);
  expect((await server.called(changelogApi.create)).body).toEqual({
    title: "Night shift",
    itemIds: [31],
  });
});

test("the list of entries says the state and the linked items of each", async () => {
  const label = { id: 1, name: "New", color: "#2f9e44" };
  const published = { state: "published", publishAt: "2026-05-05T12:00:00.000Z" } as const;
  const items = [aLinkedItem({ status: "complete" })];
  const first = anEntry({ ...published, version: "2.0", labels: [label], items });
  const entries = [first, anEntry({ id: 6, title: "Day shift" })];
  await open(changelogData({ entries }), "/company/changelog");
  const rows = tableRows("Entries");
  await expect.element(rows.nth(0)).toMatchTextContent(/Night shift.*2\.0.*New.*Published.*1/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Day shift.*Draft/);
  await expectWellMade("the list of entries");
});

test("what is typed into a draft appears in the preview and is saved by itself", async () => {
  const server = await open(changelogData());
  await fillIn({ Title: "Night shift 2", Text: "Dark at last." });
  await page.getByLabelText("New", { exact: true }).click();
  await expect.element(preview()).toMatchTextContent(/New.*Night shift 2.*Dark at last\./);
  await expect.element(status(), { timeout: 5_000 }).toMatchTextContent(/^Saved$/);
  const calls = server.calls(changelogApi.update);
  expect(calls.at(-1)?.body).toMatchObject({ labelIds: [1] });
  expect(Object.assign({}, ...calls.map(({ body }) => body))).toMatchObject({
    title: "Night shift 2",
    body: "Dark at last.",
  });
  await expectWellMade("the editor of a changelog entry");
});

test("a cover is uploaded, described and removed, and its upload can be cancelled", async () => {
  const server = await open(changelogData());
  const field = fieldOf("Cover");
  const file = new File(["x"], "cover.png", { type: "image/png" });
  await userEvent.upload(field, new File(["x"], "notes.txt", { type: "text/plain" }));
  await expect.element(field).toHaveAccessibleDescription(/^Choose a PNG, JPG, WebP or GIF file/);
  server.respond(picturesApi.upload, () => {
    throw new Refusal(400, "Validation error", { errors: { file: ["The picture is broken"] } });
  });
  await userEvent.upload(field, file);
  await expect.element(field).toHaveAccessibleDescription(/^The picture is broken/);
  server.respond(picturesApi.upload, COVER);
  const release = server.holdRequest(picturesApi.upload);
  await userEvent.upload(field, file);
  await expect
    .element(page.getByRole("progressbar", { name: "Upload progress" }))
    .toHaveAttribute("value", "50");
  await button("Cancel the upload").click();
  await expect.element(field).toHaveFocus();
  release();
  await userEvent.upload(field, file);
  await fillIn({ "What the cover shows": "A dark page" });
  const cover = preview().getByRole("img", { name: "A dark page" });
  await expect.element(cover).toHaveAttribute("src", COVER.url);
  await expect.element(status(), { timeout: 5_000 }).toMatchTextContent(/^Saved$/);
  const saved = () =>
    Object.assign({}, ...server.calls(changelogApi.update).map((each) => each.body));
  expect(saved()).toMatchObject({ coverUrl: COVER.url, coverAlt: "A dark page" });
  await expectWellMade("the editor of an entry with a cover");
  await button("Remove cover").click();
  await expect.element(field).toHaveFocus();
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(status(), { timeout: 5_000 }).toMatchTextContent(/^Saved$/);
  expect(saved()).toMatchObject({ coverUrl: null, coverAlt: "" });
});

test("a space at the end of a text is saved once and stays in the field", async () => {
  const server = await open(changelogData());
  await fillIn({ Title: "Night shift and " });
  await expect.element(status(), { timeout: 5_000 }).toMatchTextContent(/^Saved$/);
  await fillIn({ Version: "2" });
  await expect.element(status()).not.toMatchTextContent(/^Saved$/);
  await expect.element(status(), { timeout: 5_000 }).toMatchTextContent(/^Saved$/);
  await expect.element(fieldOf("Title")).toHaveValue("Night shift and ");
  expect(server.calls(changelogApi.update).map(({ body }) => body)).toEqual([
    { title: "Night shift and", revision: 1 },
    { version: "2", revision: 2 },
  ]);
});

test("if another admin has saved the entry meanwhile, nothing is overwritten until the admin chooses a text", async () => {
  const data = changelogData();
  const server = await open(data);
  await expect.element(fieldOf("Title")).toHaveValue("Night shift");
  const [entry = anEntry()] = data.entries;
  data.entries = [
    {
      ...anEntry({ title: "Hers" }),
      editing: entry.editing && {
        ...entry.editing,
        revision: 2,
        editedBy: { id: 14, fullName: "Maya Lindqvist", pictureUrl: null },
      },
    },
  ];
  await fillIn({ Title: "Mine" });
  await expect
    .element(page.getByRole("alert"), { timeout: 5_000 })
    .toMatchTextContent(/Maya Lindqvist has saved this entry while you were writing/);
  await expect.element(fieldOf("Title")).toHaveValue("Mine");
  expect(server.calls(changelogApi.update)).toHaveLength(1);
  await button("Save mine over it").click();
  await expect.element(status()).toMatchTextContent(/^Saved$/);
  expect(server.calls(changelogApi.update).at(-1)?.body).toEqual({ title: "Mine", revision: 2 });
});

test("a refused address keeps what was typed and says why beside the field", async () => {
  const server = await open(changelogData());
  server.refuse(changelogApi.update, 409, SLUG_TAKEN);
  await fillIn({ Address: "other-news" });
  await expect.element(page.getByRole("alert"), { timeout: 5_000 }).toMatchTextContent(SLUG_TAKEN);
  await expect.element(fieldOf("Address")).toHaveValue("other-news");
  await expect.element(status()).toMatchTextContent("Not saved: see the marked field");
});

test("the publish dialog says how many people are told, and completes the linked items", async () => {
  const entry = anEntry({ items: [aLinkedItem()] });
  const server = await open(changelogData({ entries: [entry] }));
  await button("Publish").click();
  await expect
    .element(dialog("Publish entry"))
    .toMatchTextContent(/412 followers, 1,203 subscribers, one mail each/);
  await page.getByLabelText("Tell the subscribers of the changelog").click();
  await expect.element(dialog("Publish entry")).toMatchTextContent(/412 followers, one mail each/);
  await expect.element(page.getByLabelText("Complete the 1 linked item that is not")).toBeChecked();
  await expectWellMade("the dialog in which an entry is published");
  await button("Publish now").click();
  await expect.element(shownToast()).toMatchTextContent(/^Entry published/);
  await expect.element(button("Save changes")).toBeDisabled();
  expect((await server.called(changelogApi.publish)).body).toEqual({
    at: null,
    tell: ["followers"],
    completeItems: true,
  });
});

test("an entry is scheduled in the company's time zone, and a refused time is explained beside it", async () => {
  const server = await open(changelogData());
  await button("Publish").click();
  await page.getByLabelText("At a time").click();
  await expect.element(dialog("Publish entry")).toMatchTextContent(/time zone, Europe\/Berlin/);
  await fieldOf("Day").fill("2027-07-01");
  await fieldOf("Time").fill("08:30");
  server.refuse(changelogApi.publish, 400, "Validation failed", {
    errors: { at: ["Choose a time in the future"] },
  });
  await button("Schedule").click();
  await expect
    .element(dialog("Publish entry").getByRole("alert"))
    .toMatchTextContent("Choose a time in the future");
  expect(server.calls(changelogApi.publish).at(-1)?.body.at).toBe("2027-07-01T06:30:00.000Z");
});

test("a published entry is saved by a button, unpublished after a question, and deleted with Undo", async () => {
  const entry = anEntry({ state: "published", publishAt: "2026-05-05T12:00:00.000Z" });
  const server = await open(changelogData({ entries: [entry] }));
  await fillIn({ Version: "2.0" });
  await expect.element(status()).toMatchTextContent("Unsaved changes");
  await button("Save changes").click();
  await expect.element(status()).toMatchTextContent(/^Saved$/);
  await button("More actions").click();
  await page.getByRole("menuitem", { name: "Unpublish" }).click();
  await button("Unpublish").click();
  await expect.element(shownToast()).toMatchTextContent(/^Entry unpublished/);
  await button("More actions").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Entry deleted.*Undo/);
  await expect.element(page.getByText("No entries yet")).toBeVisible();
  expect(server.calls(changelogApi.unpublish)).toHaveLength(1);
});

test("on a phone, the buttons of a published entry are one row, and the menu leads to the entry", async () => {
  await page.viewport(375, 800);
  await open(changelogData({ entries: [anEntry({ state: "published", slug: "night-shift" })] }));
  const buttons = [
    page.getByRole("main").getByRole("link", { name: "Changelog" }),
    button("Save changes"),
    button("More actions"),
  ];
  await expect.element(button("Save changes")).toBeVisible();
  const middles = buttons.map((each) => {
    const { top, bottom } = each.element().getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  });
  expect(new Set(middles).size).toBe(1);
  await button("More actions").click();
  await expect
    .element(page.getByRole("menuitem", { name: "View entry" }))
    .toHaveAttribute("href", "/changelog/night-shift");
});

test("on a phone, writing and preview are two views", async () => {
  await page.viewport(375, 800);
  await open(changelogData());
  await expect.element(fieldOf("Title")).toBeVisible();
  await expect.element(preview()).not.toBeInTheDocument();
  await userEvent.click(button("Preview"));
  await expect.element(preview()).toMatchTextContent(/Night shift/);
  await expect.element(page.getByRole("region", { name: "Write" })).not.toBeInTheDocument();
});
