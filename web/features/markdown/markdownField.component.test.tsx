import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { commentsApi } from "#contract/comments.ts";
import { picturesApi } from "#contract/pictures.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const ID = "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40";
const CHART = { id: ID, url: `/pictures/${ID}/1280x720.webp`, width: 1280, height: 720 };
const UNDO = "{Control>}z{/Control}";

const field = () => page.getByLabelText("Your comment");
const area = () => field().element() as HTMLTextAreaElement;
const toolbar = () => page.getByRole("toolbar", { name: "Formatting" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const shows = () => page.getByRole("textbox", { name: "What does sales-chart.png show?" });

async function openItem(user = aCustomer()) {
  const server = acmeServer(acmeData({ user, items: [anItem()] }));
  server.respond(picturesApi.upload, () => CHART);
  await openPage(server, "/feedback/31");
  await expect.element(toolbar()).toBeVisible();
  return server;
}

async function write(text: string, selected = ""): Promise<void> {
  await field().fill(text);
  const from = selected === "" ? text.length : text.indexOf(selected);
  area().focus();
  area().setSelectionRange(from, from + selected.length);
}

function paste(content: { text?: string; files?: readonly File[] }): void {
  const clipboardData = new DataTransfer();
  if (content.text !== undefined) clipboardData.setData("text/plain", content.text);
  for (const file of content.files ?? []) clipboardData.items.add(file);
  area().dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}

const file = (name = "sales-chart.png", type = "image/png") => new File(["x"], name, { type });

test("buttons and keys format the selected words, and one undo takes each back", async () => {
  await openItem();
  await write("Make it bold", "bold");
  await button("Bold").click();
  await expect.element(field()).toHaveValue("Make it **bold**");
  await userEvent.keyboard("{Control>}i{/Control}");
  await expect.element(field()).toHaveValue("Make it ***bold***");
  await userEvent.keyboard(UNDO);
  await expect.element(field()).toHaveValue("Make it **bold**");
  await userEvent.keyboard(UNDO);
  await expect.element(field()).toHaveValue("Make it bold");
  await write("See this", "this");
  paste({ text: "https://example.com" });
  await expect.element(field()).toHaveValue("See [this](https://example.com)");
  await userEvent.keyboard(UNDO);
  await expect.element(field()).toHaveValue("See this");
});

test("arrow keys move through the toolbar, which is one stop of the Tab key", async () => {
  await openItem();
  await write("word", "word");
  await userEvent.keyboard("{Tab}");
  await expect.element(button("Bold")).toHaveFocus();
  for (const name of ["Italic", "Link", "List"]) {
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(button(name)).toHaveFocus();
  }
  await userEvent.keyboard("{Enter}");
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue("- word");
  await expectWellMade("the field for a comment");
});

test("the preview draws what is written, and the text stays in the field", async () => {
  await openItem();
  await write("Some **bold** words");
  await button("Preview").click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect.element(preview.getByText("bold")).toBeVisible();
  expect(preview.element().querySelector("strong")?.textContent).toBe("bold");
  await expect.element(field()).not.toBeVisible();
  await expect.element(button("Bold")).toBeDisabled();
  await button("Preview").click();
  await expect.element(field()).toHaveValue("Some **bold** words");
});

test("a pasted picture stands in the text at once, and its description is asked", async () => {
  const server = await openItem();
  const respond = server.holdRequest(picturesApi.upload);
  await write("Look:");
  paste({ files: [file()] });
  await expect.element(field()).toHaveValue("Look:\n![Uploading sales-chart.png…]()\n");
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  // What is typed meanwhile stays.
  await userEvent.keyboard("More.");
  respond();
  await expect.element(field()).toHaveValue(`Look:\n![sales chart](${CHART.url})\nMore.`);
  await expect.element(field()).toHaveFocus();
  await expect.element(shows()).toHaveValue("sales chart");
  await expectWellMade("a field with an added picture");
  await shows().fill("Sales");
  await field().click();
  await expect.element(field()).toHaveValue(`Look:\n![Sales](${CHART.url})\nMore.`);
  await shows().fill("Sales [2026]");
  await button("Post comment").click();
  const { body } = await server.called(commentsApi.create);
  expect(body.content).toBe(`Look:\n![Sales \\[2026\\]](${CHART.url})\nMore.`);
  await expect.element(shows()).not.toBeInTheDocument();
});

test("a comment is not posted while its picture is uploaded, and Cancel takes the picture out", async () => {
  const server = await openItem();
  server.holdRequest(picturesApi.upload);
  await write("Look:");
  paste({ files: [file()] });
  await button("Post comment").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/still being uploaded/);
  await button("Cancel sales-chart.png").click();
  await expect.element(field()).toHaveValue("Look:\n");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  expect(server.calls(commentsApi.create)).toEqual([]);
});

test("a picture that is refused says why, and can be tried again", async () => {
  const server = await openItem();
  server.refuse(picturesApi.upload, 409, "There is no room for more pictures");
  await write("Look:");
  paste({ files: [file()] });
  await expect.element(page.getByRole("alert")).toMatchTextContent(/no room for more pictures/);
  await expect.element(field()).toHaveValue("Look:\n");
  server.restore(picturesApi.upload);
  await button("Try again").click();
  await expect.element(field()).toHaveValue(`Look:\n![sales chart](${CHART.url})\n`);
});

test("dropped files are added if they are pictures, and do not replace the page otherwise", async () => {
  await openItem();
  await write("Look:");
  const drop = (...files: File[]) => {
    const dataTransfer = new DataTransfer();
    for (const one of files) dataTransfer.items.add(one);
    const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    area().dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(drop(file("notes.txt", "text/plain"))).toBe(true);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/notes\.txt is not a PNG/);
  await expect.element(field()).toHaveValue("Look:");
  expect(drop(file())).toBe(true);
  await expect.element(field()).toHaveValue(`Look:\n![sales chart](${CHART.url})\n`);
});
