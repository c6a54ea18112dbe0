import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mfaApi } from "#contract/mfa.ts";
import {
  accountData,
  accountServer,
  APP_KEY,
  recoveryCodesOf,
} from "#web/testing/accountServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const PASSWORD = "a long password";
const CODES_LOSS = "The recovery codes are not shown again.";

const section = (name: string) => page.getByRole("region", { name, exact: true });
const state = () => section("Two-factor authentication");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const leaving = () => page.getByRole("alertdialog", { name: "Leave this page?" });
const dialog = () => page.getByRole("dialog");
const codesIn = (list: ReturnType<typeof page.getByRole>) =>
  list
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);

/** Creates a server with a signed-in customer whose second factor is on. */
function withSecondFactor() {
  return accountServer(
    accountData({ mfa: { isOn: true, isRequired: false, recoveryCodesLeft: 7 } }),
  );
}

/** Opens the settings and follows the link to the first step of the two-factor setup. */
async function openCodeStep() {
  const data = accountData();
  const server = accountServer(data);
  const opened = await openPage(server, "/settings");
  await state().getByRole("link", { name: "Set up" }).click();
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Two-factor authentication");
  return { server, ...opened };
}

async function enterPassword(): Promise<void> {
  await fillIn({ Password: PASSWORD });
  await button("Continue").click();
  await expect.element(fieldOf("Six-digit code")).toHaveFocus();
}

/** Fills in and submits the form for new recovery codes on the settings page. */
async function askForCodes(): Promise<void> {
  await button("New recovery codes").click();
  await fillIn({ Password: PASSWORD, "Two-factor code": "aaaa0-fghij" }, dialog());
  await dialog().getByRole("button", { name: "Renew codes" }).click();
}

test("a second factor is set up with the password and a code from the authenticator app", async () => {
  const { server, documentLoads } = await openCodeStep();
  await expectWellMade("the first step of the set-up");
  await enterPassword();
  await expect
    .element(page.getByRole("img", { name: "QR code for your authenticator app" }))
    .toBeVisible();
  const key = section("2. Your authenticator app").element().querySelector("code")?.textContent;
  expect(key?.replaceAll(" ", "")).toBe(APP_KEY);
  await fillIn({ "Six-digit code": "123456" });
  await userEvent.keyboard("{Enter}");
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect.element(list).toHaveFocus();
  expect(codesIn(list)).toEqual(recoveryCodesOf("a"));
  await expectWellMade("the recovery codes");
  expect(server.calls(mfaApi.setup).map(({ body }) => body)).toEqual([{ password: PASSWORD }]);
  expect(server.calls(mfaApi.confirm).map(({ body }) => body)).toEqual([{ code: "123456" }]);

  const download = page.getByRole("link", { name: "Download" });
  await expect.element(download).toHaveAttribute("download", "recovery-codes.txt");
  const file = decodeURIComponent(download.element().getAttribute("href") ?? "");
  for (const code of recoveryCodesOf("a")) expect(file).toContain(code);

  await page.getByRole("banner").getByRole("link", { name: "Changelog" }).click();
  await expect.element(leaving()).toMatchTextContent(CODES_LOSS);
  await leaving().getByRole("button", { name: "Cancel" }).click();
  await button("Done").click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/settings" }]);
});

test("the settings of a user with a second factor say that the second factor is on, and how many recovery codes are left", async () => {
  await openPage(withSecondFactor(), "/settings");
  await expect.element(state()).toMatchTextContent("On");
  await expect.element(state()).toMatchTextContent("7 recovery codes left.");
  await expectWellMade("the settings with a second factor");
});

test("leaving the page while the second factor is being turned on needs a confirmation, and a toast later says that the second factor is on", async () => {
  const { server } = await openCodeStep();
  await enterPassword();
  await fillIn({ "Six-digit code": "123456" });
  const goOn = server.holdRequest(mfaApi.confirm);
  await button("Turn on").click();
  await expect.element(button("Turning on...")).toBeVisible();
  const cancel = page.getByRole("main").getByRole("link", { name: "Cancel" });
  await cancel.click();
  await expect
    .element(leaving())
    .toMatchTextContent("Two-factor authentication is being turned on");
  await leaving().getByRole("button", { name: "Cancel" }).click();
  await expect.element(button("Turning on...")).toBeVisible();
  await cancel.click();
  await leaving().getByRole("button", { name: "Leave" }).click();
  await expect.element(state()).toMatchTextContent("Off");
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Two-factor authentication is on");
  await expect
    .element(shownToast())
    .toMatchTextContent("You can make new recovery codes in your settings.");
  await expect.element(state()).toMatchTextContent("10 recovery codes left.");
});

test("new recovery codes are shown once, and closing their dialog with Escape needs a confirmation", async () => {
  const server = withSecondFactor();
  await openPage(server, "/settings");
  await askForCodes();
  const list = dialog().getByRole("list", { name: "Recovery codes" });
  await expect.element(list).toHaveFocus();
  expect(codesIn(list)).toEqual(recoveryCodesOf("b"));
  const { body } = await server.called(mfaApi.renewRecoveryCodes);
  expect(body).toEqual({ password: PASSWORD, code: "aaaa0-fghij" });
  await expectWellMade("the new recovery codes");
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
  await expect.element(list).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("alertdialog", { name: "Close this window?" });
  await expect.element(question).toMatchTextContent(CODES_LOSS);
  await expectWellMade("the question before the recovery codes are lost");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(list).toBeVisible();
  await dialog().getByRole("button", { name: "Done" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(state()).toMatchTextContent("10 recovery codes left.");
});

test("leaving the page while recovery codes are being renewed needs a confirmation, and a toast says that the old codes no longer work", async () => {
  const server = withSecondFactor();
  await openPage(server, "/changelog");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect.element(state()).toMatchTextContent("7 recovery codes left.");
  const goOn = server.holdRequest(mfaApi.renewRecoveryCodes);
  await askForCodes();
  await expect.element(button("Renewing...")).toBeVisible();
  window.history.back();
  await expect.element(leaving()).toMatchTextContent(CODES_LOSS);
  await leaving().getByRole("button", { name: "Leave" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Your old recovery codes no longer work");
});

test("turning off the second factor requires the password and a valid code", async () => {
  const server = withSecondFactor();
  const wrong = "This code is not right. Codes change every 30 seconds and work once.";
  await openPage(server, "/settings");
  await button("Turn off").click();
  server.refuse(mfaApi.turnOff, 400, "Validation failed", { errors: { code: [wrong] } });
  await fillIn({ Password: PASSWORD, "Two-factor code": "abcde-fghij" }, dialog());
  const turnOff = dialog().getByRole("button", { name: "Turn off" });
  await turnOff.click();
  await expectMessages({ "Two-factor code": "This code is not right." }, dialog());
  await expectWellMade("the question for both factors");
  server.restore(mfaApi.turnOff);
  await fillIn({ "Two-factor code": "aaaa1-fghij" }, dialog());
  await turnOff.click();
  await expect.element(state()).toMatchTextContent("Off");
  await expect.poll(() => state().element().querySelector(":focus")?.textContent).toContain("Off");
});
