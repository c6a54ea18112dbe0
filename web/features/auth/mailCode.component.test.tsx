import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { loginCodesApi } from "#contract/loginCodes.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anItem, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";

const CODE = "123456";

const byMail = () => page.getByRole("button", { name: "Email me a code" });
const email = () => page.getByLabelText("Work email");
const code = () => page.getByLabelText("Six-digit code");

/** Creates a server for a visitor, who logs in with `CODE` and what `extra` asks for. */
function mailServer(extra: (body: { fullName?: string; secondFactorCode?: string }) => void) {
  const data = acmeData({ items: [anItem({ title: "Dark mode" })] });
  const server = acmeServer(data)
    .respond(loginCodesApi.request, { resendIn: 60 })
    .respond(loginCodesApi.confirm, ({ body }) => {
      if (body.code !== CODE)
        throw new Refusal(400, "Wrong", { errors: { code: ["This code is not right"] } });
      extra(body);
      data.user = aCustomer();
      return data.user;
    });
  return { data, server };
}

test("a code is mailed to the address in the form, and logs in on /login", async () => {
  const { server } = mailServer(() => undefined);
  const { documentLoads } = await openPage(server, "/login?from=/changelog");
  await email().fill("robin@example.com");
  await byMail().click();
  await expect.element(email()).toHaveFocus();
  await expect.element(email()).toHaveValue("robin@example.com");
  await byMail().click();
  await expect.element(code()).toHaveFocus();
  await expectWellMade("the form for a mailed code");
  await userEvent.keyboard("000000{Enter}");
  await expect.element(code()).toHaveAccessibleDescription(/This code is not right/);
  await code().fill(CODE);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/changelog" }]);
  expect(server.calls(loginCodesApi.request).map(({ body }) => body)).toEqual([
    { username: "robin@example.com", from: "/changelog" },
  ]);
});

test("the name of a new person is asked for after the right code", async () => {
  const { server } = mailServer(({ fullName }) => {
    if (fullName === undefined)
      throw new Refusal(400, "Name", { errors: { fullName: ["What is your name?"] } });
  });
  const { documentLoads } = await openPage(server, "/register");
  await byMail().click();
  await email().fill("nora@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(code()).toHaveFocus();
  await userEvent.keyboard(`${CODE}{Enter}`);
  await expect.element(page.getByLabelText("Full name")).toHaveFocus();
  await userEvent.keyboard("Nora Newcomer{Enter}");
  await expect.poll(() => documentLoads).toHaveLength(1);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(server.calls(loginCodesApi.confirm).at(-1)?.body).toEqual({
    code: CODE,
    fullName: "Nora Newcomer",
    timeZone,
  });
});

test("the second factor is asked for after the right code", async () => {
  const { server } = mailServer(({ secondFactorCode }) => {
    if (secondFactorCode !== "654321")
      throw new Refusal(401, "This code is not right.", { codeRequired: true });
  });
  const { documentLoads } = await openPage(server, "/login");
  await byMail().click();
  await email().fill("robin@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(code()).toHaveFocus();
  await userEvent.keyboard(`${CODE}{Enter}`);
  const factor = page.getByLabelText("Two-factor code");
  await expect.element(factor).toHaveFocus();
  await userEvent.keyboard("000000{Enter}");
  await expect.element(factor).toHaveAccessibleDescription(/This code is not right/);
  await factor.fill("654321");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => documentLoads).toHaveLength(1);
});

test("a visitor who votes can log in by a mailed code over the page, and the vote is then cast", async () => {
  const { server } = mailServer(() => undefined);
  await openPage(server, "/feedback?search=dark");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Vote for Dark mode/ })
    .click();
  await byMail().click();
  await email().fill("robin@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(code()).toHaveFocus();
  await userEvent.keyboard(`${CODE}{Enter}`);
  await expect
    .element(page.getByRole("main").getByRole("button", { name: /^Vote for Dark mode, 1 vote/ }))
    .toBeDisabled();
  expect(server.calls(feedbackApi.vote)).toHaveLength(1);
  expect(server.calls(loginCodesApi.request)[0]?.body.from).toBe("/feedback?search=dark");
});

test("where no mail is set up, no code is offered", async () => {
  const data = acmeData({ portal: { ...portalOf(), sendsMail: false } });
  const server = acmeServer(data).refuse(authApi.login, 401, "Invalid credentials");
  await openPage(server, "/login");
  await expect.element(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect.element(byMail()).not.toBeInTheDocument();
});

test("going back to the password puts the focus on the button for a code", async () => {
  const { server } = mailServer(() => undefined);
  await openPage(server, "/login");
  await byMail().click();
  await page.getByRole("button", { name: "Use a password" }).click();
  await expect.element(byMail()).toHaveFocus();
  await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
});
