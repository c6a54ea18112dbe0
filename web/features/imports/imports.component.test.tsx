import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { boardsApi } from "#contract/boards.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { IMPORT_CONFLICTS, importsApi } from "#contract/imports.ts";
import { acmeData } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { aBoard, anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { anImport, importsServer } from "#web/testing/importsServer.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/data";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const heading = (name: string) => page.getByRole("heading", { name });
const select = (name: string) => page.getByRole("combobox", { name });
const importsData = (...imports: ImportRun[]) => ({ ...acmeData({ user: anAdmin() }), imports });

const checked = (changes: Partial<ImportRun> = {}): ImportRun =>
  anImport({
    state: "checked",
    mapping: { ...anImport().mapping, boardId: 21 },
    counts: [{ kind: "item", new: 2, changed: 0, same: 0, skipped: 0 }],
    ...changes,
  });
const done = (changes: Partial<ImportRun> = {}): ImportRun =>
  checked({ state: "done", finishedAt: daysAgo(1), undoableUntil: daysAgo(-6), ...changes });

/**
 * Changes an import as a job of the server would. Simulates that the tab becomes visible, so that
 * the page fetches the import again.
 */
function work(run: ImportRun | undefined, changes: Partial<ImportRun>): void {
  Object.assign(run ?? {}, changes);
  window.dispatchEvent(new Event("visibilitychange"));
}

/**
 * Chooses a file by script, so that the browser's driver does not have to send the file's content.
 */
function chooseFile(content = "Summary,Area\nDark mode,Mobile"): void {
  const chosen = new DataTransfer();
  chosen.items.add(new File([content], "ideas.csv", { type: "text/csv" }));
  const input = page.getByLabelText("File", { exact: true }).element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a CSV file is uploaded, matched, checked and imported by keyboard, and each step's heading gets the focus", async () => {
  const data = importsData();
  const server = importsServer(data);
  await openPage(server, PATH);
  await expectWellMade("the form for a file");
  await expect.element(page.getByText(/^At most 500 MB and 2,000,000 records\./)).toBeVisible();
  chooseFile();
  const upload = server.holdRequest(importsApi.create);
  await pressKeys(button("Upload file"), "{Enter}");
  await expect.element(page.getByRole("progressbar", { name: "Upload progress" })).toHaveValue(50);
  upload();
  await expect.element(heading("Prepare the check")).toHaveFocus();
  expect(server.calls(importsApi.create).map(({ body }) => body)).toEqual([
    { text: "csv", filename: "ideas.csv" },
  ]);
  await expect.element(page.getByText("Dark mode · Export to PDF")).toBeVisible();
  await expectWellMade("the columns");
  await select("Column Summary").selectOptions("Leave out");
  await pressKeys(button("Check"), "{Enter}");
  await expect.element(page.getByText("Choose the column with the title")).toBeVisible();
  await select("Column Summary").selectOptions("Title");
  await button("Check").click();
  await expect.element(select("Board")).toHaveAccessibleDescription("Choose a board");
  await select("Board").selectOptions("Feature requests");
  await pressKeys(button("Check"), "{Enter}");
  await expect.element(heading("Checking the feedback")).toHaveFocus();
  expect(server.calls(importsApi.update).map(({ body }) => body)).toEqual([{ boardId: 21 }]);
  work(data.imports[0], { progress: { done: 50, total: 200 } });
  await expect
    .element(page.getByRole("progressbar", { name: "Checking the feedback" }))
    .toHaveValue(25);
  work(
    data.imports[0],
    checked({
      counts: [
        { kind: "item", new: 1_200, changed: 3, same: 0, skipped: 1 },
        { kind: "vote", new: 9, changed: 0, same: 4, skipped: 0 },
      ],
      people: { total: 1_300, new: 1_200 },
      examples: [
        { kind: "item", file: null, line: 2, fate: "new", title: "Dark mode", reason: null },
        { kind: "item", file: null, line: 3, fate: "changed", title: "Export", reason: null },
      ],
      skipped: [
        {
          kind: "item",
          file: null,
          line: 4,
          fate: "skipped",
          title: "",
          reason: "The title is empty",
        },
      ],
    }),
  );
  await expect.element(heading("Check the report")).toHaveFocus();
  await expect
    .element(page.getByText("1,200 new · 3 changed · 1 skipped", { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText("9 new · 4 unchanged", { exact: true })).toBeVisible();
  await expect.element(page.getByText("1,200 new · 100 imported before")).toBeVisible();
  await expect.element(heading("1,212 new or changed records")).toBeVisible();
  await expect.element(page.getByText("Line 2 · Item · new")).toBeVisible();
  await expect.element(page.getByText("Line 3 · Item · changed")).toBeVisible();
  await expect.element(page.getByText("Line 4 · Item · The title is empty")).toBeVisible();
  await expectWellMade("the report with examples of records");
  await expect
    .element(page.getByRole("link", { name: "Download report" }))
    .toHaveAttribute("href", "/api/imports/7/report.csv");
  await pressKeys(button("Import 1,203 items…"), "{Enter}");
  await expect.element(page.getByText(/^Nobody is notified: no mails/)).toBeVisible();
  await pressKeys(button("Import"), "{Enter}");
  await expect.element(heading("Importing the feedback")).toHaveFocus();
  work(data.imports[0], done());
  await expect.element(heading("The import is done")).toHaveFocus();
  await expect
    .element(page.getByRole("status").getByText("The import is done"))
    .toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "View feedback" }))
    .toHaveAttribute("href", "/feedback");
  await pressKeys(button("Import another file"), "{Enter}");
  await expect.element(heading("Choose a file")).toHaveFocus();
  await expect.element(tableRows("Earlier imports")).toHaveLength(1);
});

test("an admin presses one button to create boards for all unmatched board names of a file, and repeats the check", async () => {
  const names: ImportRun["names"] = [
    { kind: "status", name: "open", rows: 5, target: "new", match: "proposed" },
    { kind: "status", name: "Someday", rows: 2, target: null, match: "unknown" },
    { kind: "board", name: "Mobile", rows: 4, target: null, match: "unknown" },
    { kind: "board", name: "Feature  requests!", rows: 1, target: null, match: "unknown" },
    { kind: "topic", name: "Speed", rows: 3, target: null, match: "unknown" },
  ];
  const data = importsData(checked({ names }));
  data.boards = [aBoard()];
  const server = importsServer(data);
  await openPage(server, PATH);
  await expect.element(heading("4 names of the file fit nothing here")).toBeVisible();
  await expectWellMade("the report with names that fit nothing");
  await button("Create all 2 missing boards").click();
  await expect.element(select("Board Mobile")).toHaveDisplayValue("Mobile");
  await expect.element(select("Board Feature  requests!")).toHaveDisplayValue("Feature  requests!");
  await expect.element(heading("4 names of the file fit nothing here")).toHaveFocus();
  expect(server.calls(boardsApi.create).map(({ body }) => body.slug)).toEqual([
    "mobile",
    "feature-requests-2",
  ]);
  await button("Create “Speed”").click();
  await expect.element(select("Tag Speed")).toHaveDisplayValue("Speed");
  await expect.element(select("Tag Speed")).toHaveFocus();
  await select("Status Someday").selectOptions("Leave out");
  await expect.element(button(/^Import 2 items/)).not.toBeInTheDocument();
  await button("Check again").click();
  await server.called(importsApi.dryRun);
  expect(server.calls(importsApi.update).map(({ body }) => body)).toEqual([
    {
      names: [
        { kind: "status", name: "Someday", target: null },
        { kind: "board", name: "Mobile", target: "22" },
        { kind: "board", name: "Feature  requests!", target: "23" },
        { kind: "topic", name: "Speed", target: "1" },
      ],
    },
  ]);
});

test("an import of a Hearback export creates boards with their settings, maps private boards only to private boards, and replaces company settings only on request, after which the page reloads", async () => {
  const board = { name: "Roadmap", slug: "plans", description: "For the team", isPrivate: true };
  const name = { kind: "board", target: null, match: "unknown" } as const;
  const settings = { companyName: "Acme", hasLogo: true, logoProblem: null, isChosen: false };
  const names: ImportRun["names"] = [
    { ...name, name: "Roadmap", rows: 3, board },
    { ...name, name: "Plans", rows: 0, board: { ...board, name: "Plans", isPrivate: false } },
  ];
  const data = importsData(checked({ source: "hearback", names, settings }));
  data.boards = [aBoard({ name: "Public" }), aBoard({ id: 22, name: "Team", isPrivate: true })];
  const server = importsServer(data);
  const { documentLoads } = await openPage(server, PATH);
  await expect.element(page.getByText("Private board · 3 rows")).toBeVisible();
  const options = (label: string) => select(label).getByRole("option").elements();
  expect(options("Board Roadmap").map(({ textContent }) => textContent)).toEqual([
    "Choose…",
    "Team",
    "Leave out",
  ]);
  expect(options("Board Plans")).toHaveLength(4);
  await expectWellMade("the boards and settings of an export");
  await button("Create all 2 missing boards").click();
  await expect.element(select("Board Plans")).toHaveDisplayValue("Plans");
  expect(server.calls(boardsApi.create).map(({ body }) => body)).toEqual([
    board,
    { ...board, name: "Plans", slug: "plans-2", isPrivate: false },
  ]);
  await page.getByRole("switch", { name: "Take over settings and logo" }).click();
  await button("Check again").click();
  await server.called(importsApi.dryRun);
  expect(server.calls(importsApi.update).at(-1)?.body.takesSettings).toBe(true);
  const taken = { ...settings, isChosen: true };
  work(data.imports[0], checked({ source: "hearback", settings: taken, counts: [] }));
  await button("Import settings…").click();
  await expect
    .element(page.getByText(/^The company gets the settings of the file\./))
    .toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Import/ })
    .click();
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  work(data.imports[0], { state: "done" });
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
});

test("if a missing board cannot be created, a toast names it and says why, and all other boards are created and chosen", async () => {
  const board = (name: string) =>
    ({ kind: "board", name, rows: 1, target: null, match: "unknown" }) as const;
  const server = importsServer(
    importsData(checked({ names: [board("Mobile"), board("Web"), board("API")] })),
  );
  await openPage(server, PATH);
  server.respond(boardsApi.create, (call, before) => {
    if (call.body.name === "Web") throw new Refusal(409, "This name is taken");
    return before();
  });
  await button("Create all 3 missing boards").click();
  await expect.element(shownToast()).toMatchTextContent("“Web”: This name is taken");
  await expect.element(select("Board Mobile")).toHaveDisplayValue("Mobile");
  await expect.element(select("Board Web")).toHaveDisplayValue("Choose…");
  await expect.element(select("Board API")).toHaveDisplayValue("API");
});

test("before an import, a new board can be created for the items of the file that have no board", async () => {
  const server = importsServer(importsData(anImport()));
  await openPage(server, PATH);
  await button("New Board").click();
  await fillIn({ "Board name": "Imported" }, page.getByRole("dialog"));
  await button("Create board").click();
  await expect.element(select("Board")).toHaveDisplayValue("Imported");
});

test("if no date of a file reveals the order of day and month, the form asks for it and the check uses the answer", async () => {
  const server = importsServer(importsData(anImport({ dateOrder: "unknown" })));
  await openPage(server, PATH);
  const order = select("Order of day and month");
  await expect
    .element(order)
    .toHaveAccessibleDescription("Dates such as 03/04/2024 are left out until you choose it.");
  await expectWellMade("the question about dates");
  await order.selectOptions("Day first: 31/12/2024");
  await expect
    .element(order)
    .toHaveAccessibleDescription("This is how dates such as 03/04/2024 are read.");
  await select("Board").selectOptions("Feature requests");
  await pressKeys(button("Check"), "{Enter}");
  await expect.element(heading("Checking the feedback")).toHaveFocus();
  expect(server.calls(importsApi.update).map(({ body }) => body)).toEqual([
    { boardId: 21, dateOrder: "day_first" },
  ]);
});

test("an admin chooses the encoding and the separator of a file by keyboard, the samples follow, and unsaved choices are kept", async () => {
  const garbled = { name: "\u00b1\u00ea\u00cc\u00e2", samples: ["\u00c9\u00ee\u00c9\u00ab"] };
  const run = anImport({
    table: { encoding: "windows-1252", delimiter: "," },
    columns: [garbled, { name: "id", samples: ["1"] }],
  });
  const server = importsServer(importsData(run));
  server.respond(importsApi.update, ({ body }, before) => {
    if (body.delimiter === "\t")
      throw new Refusal(400, "Validation failed", {
        errors: { delimiter: ["Line 2: a quote is not closed"] },
      });
    const columns = [
      { name: "标题", samples: ["深色模式"] },
      { name: "id", samples: ["1"] },
    ];
    return Object.assign(before(), { columns });
  });
  await openPage(server, PATH);
  await expect
    .element(select("Encoding"))
    .toHaveAccessibleDescription("If letters look wrong below, choose another one.");
  await expectWellMade("the format of a table");
  await select("Board").selectOptions("Feature requests");
  await focusOn(select("Encoding"));
  await userEvent.keyboard("Chinese, s");
  await expect.element(page.getByText("深色模式", { exact: true })).toBeVisible();
  await expect.element(select("Encoding")).toHaveFocus();
  await expect
    .element(page.getByRole("status").getByText("The first row is now 标题: 深色模式, id: 1"))
    .toBeInTheDocument();
  await expect.element(select("Board")).toHaveDisplayValue("Feature requests");
  // Each typed letter chooses an option, and the choices are sent one after the other.
  const sent = server.calls(importsApi.update).map(({ body }) => body);
  expect([sent[0]?.boardId, sent.at(-1)?.encoding]).toEqual([21, "gb18030"]);
  await select("Separator").selectOptions("Tab");
  await expect
    .element(select("Separator"))
    .toHaveAccessibleDescription(/^Line 2: a quote is not closed/);
  await expect.element(select("Separator")).toHaveDisplayValue("Comma");
  server.refuse(importsApi.update, 500, "Something went wrong");
  await select("Separator").selectOptions("Semicolon");
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await expect.element(select("Separator")).toHaveDisplayValue("Comma");
});

test("a file that could not be read in the chosen encoding says so, and another one can be chosen", async () => {
  const server = importsServer(importsData(anImport({ problem: "Line 9: a quote is not closed" })));
  await openPage(server, PATH);
  const problem = page.getByText(/^Line 9: a quote is not closed\. Choose another/);
  await expect.element(problem).toBeVisible();
  server.respond(importsApi.update, (_call, before) => Object.assign(before(), { problem: null }));
  await select("Separator").selectOptions("Semicolon");
  await expect.element(problem).not.toBeInTheDocument();
});

test("if a check lacks the column of the titles or the board, the closed part of the form with the missing field opens, and the field gets the focus", async () => {
  const run = checked({ mapping: anImport().mapping });
  await openPage(importsServer(importsData(run)), PATH);
  await expect.element(select("Board")).not.toBeInTheDocument();
  await button("Check again").click();
  await expect.element(select("Board")).toHaveFocus();
  await expect.element(select("Board")).toHaveAccessibleDescription("Choose a board");
  await select("Column Summary").selectOptions("Leave out");
  await button("Check again").click();
  await expect.element(select("Column Summary")).toHaveFocus();
});

test("a running import is shown again after a reload, and a failed progress request is retried", async () => {
  const run = anImport({ state: "running", progress: { done: 10, total: 200 } });
  const data = importsData(run);
  const server = importsServer(data);
  const { reload } = await openPage(server, PATH);
  await expect.element(page.getByRole("progressbar")).toHaveValue(5);
  await reload();
  server.breakConnection(importsApi.get);
  await expect.element(page.getByText(/^The progress could not be fetched\./)).toBeVisible();
  server.restore(importsApi.get);
  work(run, done());
  await expect.element(heading("The import is done")).toBeVisible();
});

test("an import whose file cannot be read shows the reason and a button to choose another file", async () => {
  const run = anImport({ source: "fider", fileName: "backup.zip", state: "reading" });
  const data = importsData(run);
  await openPage(importsServer(data), PATH);
  await expect.element(heading("Reading the feedback")).toBeVisible();
  work(run, { state: "failed", problem: "posts.json, record 12: The title is no text" });
  await expect.element(heading("The import has failed")).toBeVisible();
  await expect.element(page.getByText(/^posts\.json, record 12/)).toBeVisible();
  await pressKeys(button("Choose another file"), "{Enter}");
  await expect.element(heading("Choose a file")).toHaveFocus();
  await expect.element(tableRows("Earlier imports").nth(0)).toMatchTextContent(/Failed.*record 12/);
});

test("the undo dialog lists what people have added since the import, and the newest import must be undone before older imports", async () => {
  const data = importsData(done({ id: 9 }), done({ id: 8, fileName: "older.csv" }));
  const server = importsServer(data).respond(importsApi.additions, {
    items: 3,
    votes: 4,
    comments: 1,
    examples: [
      { id: 31, title: "Dark mode", votes: 4, comments: 1 },
      { id: 32, title: `Export ${"to many formats ".repeat(80)}`, votes: 0, comments: 0 },
    ],
  });
  await openPage(server, PATH);
  await expectWellMade("the earlier imports");
  await expect.element(button("Undo…")).toHaveLength(1);
  await pressKeys(button("Undo…"), "{Enter}");
  await expect
    .element(page.getByText(/^People have added 4 votes and 1 comment to 3 items since\./))
    .toBeVisible();
  await expect.element(page.getByText("Dark mode: 4 votes and 1 comment")).toBeVisible();
  await expect.element(page.getByText("and 1 other item")).toBeVisible();
  await expectWellMade("the dialog that undoes an import");
  await page.viewport(375, 667);
  await expect.element(button("Undo import")).toBeInViewport();
  await expect.element(button("Cancel")).toHaveFocus();
  await button("Undo import").click();
  await expect.element(heading("Undoing the import")).toHaveFocus();
  expect(server.calls(importsApi.undo).map(({ params }) => params.id)).toEqual([9]);
  work(data.imports[0], { state: "undone", undoableUntil: null });
  await expect.element(heading("The import was undone")).toHaveFocus();
  await expect.element(button("Undo…")).toHaveLength(1);
});

test("an import that has written nothing has no report", async () => {
  const counts = [{ kind: "item" as const, new: 0, changed: 0, same: 0, skipped: 2 }];
  await openPage(importsServer(importsData(done({ id: 9 }), done({ id: 8, counts }))), PATH);
  await expect.element(tableRows("Earlier imports")).toHaveLength(2);
  await expect.element(page.getByRole("link", { name: "Download report" })).toHaveLength(1);
});

test("a failed upload shows the reason at the file field, and the upload can be repeated", async () => {
  const data = importsData();
  const server = importsServer(data);
  await openPage(server, PATH);
  const expectProblem = async (message: string) => {
    await button("Upload file").click();
    await expect
      .element(page.getByLabelText("File", { exact: true }))
      .toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${message}`)));
  };
  await expectProblem("Choose a file");
  chooseFile("");
  await expectProblem("The file is empty");
  chooseFile();
  server.breakConnection(importsApi.create);
  await expectProblem("The connection was lost");
  server.refuse(importsApi.create, 413, "Payload too large");
  await expectProblem("The file must have at most 500 MB");
  server.refuse(importsApi.create, 400, "Validation failed", {
    errors: { file: ["Line 3 has an open quote"] },
  });
  await expectProblem("Line 3 has an open quote");
  server.refuse(importsApi.create, 409, IMPORT_CONFLICTS.unfinished);
  await expectProblem("Another import is not finished");
  data.imports = [checked({ fileName: "of-another-tab.csv" })];
  await focusOn(button("Open the other import"));
  await userEvent.keyboard("{Enter}");
  await expect.element(heading("Check the report")).toHaveFocus();
  await expect.element(page.getByText(/of-another-tab\.csv/)).toBeVisible();
});

test("cancelling the upload of an import focuses the file field", async () => {
  const server = importsServer(importsData());
  await openPage(server, PATH);
  server.holdRequest(importsApi.create);
  chooseFile("Summary");
  await expect.element(page.getByText("(7 B)")).toBeVisible();
  await button("Upload file").click();
  await pressKeys(button("Cancel"), "{Enter}");
  await expect.element(page.getByLabelText("File", { exact: true })).toHaveFocus();
});

test("an import from Canny requires an API key and shows an error if Canny refuses the key", async () => {
  const data = importsData();
  const server = importsServer(data).respond(importsApi.fetchCanny, () => {
    data.imports = [anImport({ source: "canny", state: "reading", columns: [] })];
    return data.imports[0] ?? anImport();
  });
  await openPage(server, PATH);
  await page.getByRole("radio", { name: "Canny" }).click();
  await expect.element(button("Show API key")).toBeVisible();
  await button("Fetch from Canny").click();
  const key = page.getByLabelText("Or Canny's API key", { exact: true });
  await expect.element(key).toHaveAccessibleDescription(/^API key is required/);
  server.refuse(importsApi.fetchCanny, 400, "Validation failed", {
    errors: { apiKey: ["Canny refuses this key"] },
  });
  await key.fill("a-key");
  await button("Fetch from Canny").click();
  await expect.element(key).toHaveAccessibleDescription(/^Canny refuses this key/);
  server.restore(importsApi.fetchCanny);
  await button("Fetch from Canny").click();
  await expect.element(heading("Reading the feedback")).toBeVisible();
  expect(server.calls(importsApi.fetchCanny).at(-1)?.body).toEqual({ apiKey: "a-key" });
});

test("an import that another tab has started is shown, and an admin can discard an import after a confirmation", async () => {
  const data = importsData(checked());
  const server = importsServer(data);
  await openPage(server, PATH);
  Object.assign(data.imports[0] ?? {}, { state: "running", progress: { done: 0, total: 2 } });
  server.refuse(importsApi.run, 409, IMPORT_CONFLICTS.busy);
  await button("Import 2 items…").click();
  await button("Import").click();
  await expect.element(shownToast()).toMatchTextContent(IMPORT_CONFLICTS.busy);
  await expect.element(heading("Importing the feedback")).toBeVisible();
  work(data.imports[0], { state: "checked", progress: null });
  await pressKeys(button("Discard…"), "{Enter}");
  await button("Discard").click();
  await expect.element(heading("Choose a file")).toHaveFocus();
  expect(data.imports).toEqual([]);
});

test("if the imports fail to load, the page shows an error, and 'Try again' loads the imports", async () => {
  const server = importsServer(importsData());
  server.refuse(importsApi.list, 500, "Something went wrong");
  await openPage(server, PATH);
  await expect.element(page.getByText("Failed to fetch imports")).toBeVisible();
  server.restore(importsApi.list);
  await button("Try again").click();
  await expect.element(heading("Choose a file")).toBeVisible();
});
