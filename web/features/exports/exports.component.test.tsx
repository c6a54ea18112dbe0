import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { confirmEmailApi } from "#contract/confirmEmail.ts";
import type { Export } from "#contract/exports.ts";
import { exportsApi } from "#contract/exports.ts";
import { importsApi } from "#contract/imports.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/data";
const RUNNING = "An export is already running. Wait until it is finished.";

const rows = () => tableRows("Exports");
const button = (name: string) => page.getByRole("button", { name });

const anExport = (changes: Partial<Export> = {}): Export => ({
  id: 7,
  state: "ready",
  requestedBy: "Alex Admin",
  rowsDone: 200,
  rowsTotal: 200,
  size: 1_234_567,
  problem: null,
  createdAt: daysAgo(1),
  expiresAt: daysAgo(-1),
  ...changes,
});

const running = anExport({ id: 8, state: "running", rowsDone: 50, size: 100, expiresAt: null });

/**
 * Creates a server of Acme with these exports. A request that starts an export adds a running
 * export to the array.
 */
function exportsServer(exports: Export[]) {
  return acmeServer(acmeData({ user: anAdmin() }))
    .respond(importsApi.list, [])
    .respond(exportsApi.list, () => exports)
    .respond(exportsApi.create, () => {
      exports.unshift({ ...running });
      return running;
    });
}

test("an admin starts an export by keyboard, sees its progress, and downloads the finished file", async () => {
  const exports: Export[] = [];
  await openPage(exportsServer(exports), PATH);
  await expect.element(page.getByText("No exports of the last day")).toBeVisible();
  await expectWellMade("the page without exports");
  await pressKeys(button("Export Everything"), "{Enter}");
  await expect.element(page.getByRole("progressbar", { name: "Export" })).toHaveValue(25);
  await expect.element(button("Exporting...")).toHaveFocus();
  await expectWellMade("the page with a running export");
  Object.assign(exports[0] ?? {}, anExport({ id: 8 }));
  await expect
    .element(rows().nth(0))
    .toMatchTextContent(
      /(?:1 day|23 hours) ago.*Alex Admin.*1\.2 MB.*in (?:23 hours|1 day).*Download/,
    );
  await expect
    .element(page.getByRole("status").getByText("The export is ready"))
    .toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "Download" }))
    .toHaveAttribute("href", "/api/exports/8/file");
  await expect.element(button("Export Everything")).toHaveFocus();
});

test("a failed export shows its problem in the list, and a refused export shows a toast", async () => {
  const failed = anExport({ state: "failed", problem: "The export is too large.", size: 0 });
  const server = exportsServer([failed, anExport({ requestedBy: null, id: 6 })]);
  server.refuse(exportsApi.create, 409, RUNNING);
  await openPage(server, PATH);
  await expect.element(rows().nth(0)).toMatchTextContent(/The export is too large\./);
  await expect
    .element(page.getByRole("status").getByText("The export has failed: The export is too large."))
    .toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Download" })).toHaveLength(1);
  await button("Export Everything").click();
  await expect.element(shownToast()).toMatchTextContent(RUNNING);
});

test("if the exports fail to load, the page shows an error, and 'Try again' loads the exports", async () => {
  const server = exportsServer([anExport()]);
  server.refuse(exportsApi.list, 500, "Something went wrong");
  await openPage(server, PATH);
  await expect.element(page.getByText("Failed to fetch exports")).toBeVisible();
  server.restore(exportsApi.list);
  await button("Try again").click();
  await expect.element(rows()).toHaveLength(1);
});

test("the download of an unconfirmed admin's export waits for the code that confirms the e-mail address", async () => {
  const user = anAdmin({ confirmedAt: null, mustConfirmEmail: true });
  const data = acmeData({ user });
  const server = acmeServer(data)
    .respond(importsApi.list, [])
    .respond(exportsApi.list, [anExport()])
    .respond(confirmEmailApi.send, { resendIn: 60 })
    .respond(confirmEmailApi.confirm, () => (data.user = anAdmin()));
  await openPage(server, PATH);
  const downloads: boolean[] = [];
  const note = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest("a[download]"))) return;
    downloads.push(!event.defaultPrevented);
    event.preventDefault();
  };
  // The window gets a click after the document, where the portal handles clicks on links.
  window.addEventListener("click", note);
  onTestFinished(() => window.removeEventListener("click", note));
  await page.getByRole("link", { name: "Download" }).click();
  await page.getByLabelText("Six-digit code").fill("123456");
  expect(downloads).toEqual([false]);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect.poll(() => downloads).toEqual([false, true]);
});
