import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountApi } from "#contract/account.ts";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { loginCodesApi } from "#contract/loginCodes.ts";
import { signOnApi } from "#contract/signOn.ts";
import { accountData, accountServer, STORED_DATA } from "#web/testing/accountServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { aCustomer } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PASSWORD = "a long password";
const LAST_ADMIN = "You are the last admin of your company. Make somebody else an admin first.";

const section = () => page.getByRole("region", { name: "Your data" });
const download = () => section().getByRole("button", { name: "Download your data" });
const openDialog = () => section().getByRole("button", { name: "Delete account" });
const dialog = () => page.getByRole("alertdialog", { name: "Delete your account" });
const confirm = () => dialog().getByRole("button", { name: "Delete account" });

/**
 * Intercepts downloads. Returns a map of the contents of the saved files by file name. Each later
 * download is added to the map.
 */
function catchFiles(): Map<string, Blob> {
  const files = new Map<string, Blob>();
  const blobs = new Map<string, Blob>();
  const { createObjectURL } = URL;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const address = createObjectURL.call(URL, blob);
    blobs.set(address, blob as Blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.set(this.download, blobs.get(this.href) ?? new Blob());
  });
  return files;
}

test("an account's data is downloaded as a file, and the download button is busy until the response arrives", async () => {
  const server = accountServer(accountData());
  await openPage(server, "/settings");
  const files = catchFiles();
  const goOn = server.holdResponse(accountApi.data);
  await download().click();
  await expect
    .element(section().getByRole("button", { name: "Downloading..." }))
    .toHaveAttribute("aria-busy", "true");
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Data downloaded successfully");
  expect(JSON.parse((await files.get("account-data.json")?.text()) ?? "")).toEqual(STORED_DATA);
  await expect.element(download()).toBeVisible();
});

test("a failed download of the account's data shows a toast, and the download can be repeated", async () => {
  const server = accountServer(accountData()).refuse(accountApi.data, 500, "Something went wrong");
  await openPage(server, "/settings");
  const files = catchFiles();
  await download().click();
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  expect(files.size).toBe(0);
  server.restore(accountApi.data);
  await download().click();
  await expect.element(shownToast()).toMatchTextContent("Data downloaded successfully");
});

test("the dialog that deletes an account explains the consequences, and Escape closes the dialog without deleting anything", async () => {
  const server = accountServer(accountData());
  await openPage(server, "/settings");
  await openDialog().click();
  await expect.element(fieldOf("Password", dialog())).toHaveFocus();
  await expect.element(dialog()).toMatchTextContent(/items and comments stay.*Deleted user/);
  await expect.element(dialog()).toMatchTextContent(/votes are taken back/);
  await expect.element(dialog()).toMatchTextContent(/signed out everywhere/);
  await expect.element(dialog()).toMatchTextContent(/free for a new account/);
  await expectWellMade("the question before an account is deleted");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(openDialog()).toHaveFocus();
  await server.settled();
  expect(server.calls(accountApi.remove)).toEqual([]);
});

test("after users delete their own account, the page /account-deleted is loaded as a new document", async () => {
  const server = accountServer(accountData());
  const { documentLoads } = await openPage(server, "/settings");
  await openDialog().click();
  await fillIn({ Password: PASSWORD }, dialog());
  await userEvent.keyboard("{Enter}");
  const { body } = await server.called(accountApi.remove);
  expect(body).toEqual({ password: PASSWORD });
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/account-deleted" }]);
});

test("deleting an account with an empty or a wrong password shows an error at the password field", async () => {
  const wrong = "This is not your current password";
  const server = accountServer(accountData()).refuse(accountApi.remove, 400, "Validation failed", {
    errors: { password: [wrong] },
  });
  await openPage(server, "/settings");
  await openDialog().click();
  await confirm().click();
  await expectMessages({ Password: "Password is required" }, dialog());
  await fillIn({ Password: PASSWORD }, dialog());
  await confirm().click();
  await expectMessages({ Password: wrong }, dialog());
});

test("deleting an account whose second factor is on requires a two-factor code as well as the password", async () => {
  const mfa = { isOn: true, isRequired: false, recoveryCodesLeft: 7 };
  const server = accountServer(accountData({ mfa }));
  await openPage(server, "/settings");
  await openDialog().click();
  await fillIn({ Password: PASSWORD }, dialog());
  await confirm().click();
  await expectMessages({ "Two-factor code": "Code is required" }, dialog());
  await fillIn({ "Two-factor code": "123456" }, dialog());
  await confirm().click();
  const { body } = await server.called(accountApi.remove);
  expect(body).toEqual({ password: PASSWORD, code: "123456" });
});

test("if the second factor was turned on in another tab, the dialog that deletes an account shows the code field once the server has refused the deletion", async () => {
  const data = accountData();
  const server = accountServer(data).refuse(accountApi.remove, 400, "Enter the code", {
    errors: { code: ["Enter the code"] },
  });
  await openPage(server, "/settings");
  await openDialog().click();
  data.mfa = { isOn: true, isRequired: false, recoveryCodesLeft: 10 };
  await fillIn({ Password: PASSWORD }, dialog());
  await confirm().click();
  await expect.element(shownToast()).toMatchTextContent("Enter the code");
  await expect.element(fieldOf("Two-factor code", dialog())).toBeVisible();
});

test("where only the company's provider logs in, a code that is mailed to the own address proves who deletes the account", async () => {
  await page.viewport(375, 740);
  const data = accountData();
  data.signInMethods.password = { isSet: false, lastUsedAt: null };
  let isProved = false;
  const server = accountServer(data)
    .respond(signOnApi.ways, {
      company: { name: "Acme's accounts", isOnlyWay: true },
      providers: [],
      application: null,
    })
    .respond(loginCodesApi.request, { resendIn: 60 })
    .respond(loginCodesApi.confirm, () => {
      isProved = true;
      return aCustomer();
    })
    .respond(accountApi.remove, (_, before) => {
      if (!isProved) throw new Refusal(403, FRESH_SIGN_IN_FIRST);
      return before();
    });
  const { documentLoads } = await openPage(server, "/settings");
  await openDialog().click();
  await confirm().click();
  const proof = page.getByRole("dialog", { name: "Log in again to delete your account" });
  await expect.element(fieldOf("Work email", proof)).toHaveValue("robin@example.com");
  await expect.element(fieldOf("Work email", proof)).toHaveFocus();
  await expect.element(fieldOf("Password", proof)).not.toBeInTheDocument();
  await expectWellMade("the proof by a mailed code before the account is deleted");
  await userEvent.keyboard("{Enter}");
  await expect.element(fieldOf("Six-digit code", proof)).toHaveFocus();
  await userEvent.keyboard("123456{Enter}");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/account-deleted" }]);
  expect(server.calls(loginCodesApi.request).map(({ body }) => body.username)).toEqual([
    "robin@example.com",
  ]);
});

test("the last admin of a company cannot delete their own account, and the dialog asks them to make somebody else an admin first", async () => {
  const server = accountServer(accountData()).refuse(accountApi.remove, 409, LAST_ADMIN);
  await openPage(server, "/settings");
  await openDialog().click();
  await fillIn({ Password: PASSWORD }, dialog());
  await confirm().click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent(LAST_ADMIN);
});

test("the card 'Your data' and the dialog that deletes the account fit on a phone", async () => {
  await page.viewport(375, 740);
  await openPage(accountServer(accountData()), "/settings");
  await expect.element(download()).toBeVisible();
  await expectWellMade("the settings with one's own data on a phone");
  await openDialog().click();
  await expect.element(confirm()).toBeVisible();
  await expectWellMade("the question before an account is deleted on a phone");
});

test("the page /account-deleted tells a signed-out visitor that the account was deleted", async () => {
  const server = accountServer(accountData({ user: null }));
  await openPage(server, "/account-deleted");
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Your account was deleted");
  await expect.element(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();
  await expectWellMade("the page after a deletion");
});
