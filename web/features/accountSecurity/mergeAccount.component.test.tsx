import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountMergingApi } from "#contract/accountMerging.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const OTHER = "robin@old.example";
const dialog = () => page.getByRole("dialog", { name: "Merge another account" });
const question = () => page.getByRole("alertdialog", { name: "Merge the accounts" });
const next = () => dialog().getByRole("button", { name: "Continue" });

const PREVIEW = {
  username: OTHER,
  fullName: "Robin Reyes",
  createdAt: daysAgo(400),
  items: 3,
  comments: 1,
  votes: 1200,
  reactions: 0,
  follows: 2,
  identities: 1,
};

/** Opens the dialog of a server whose other account has this second factor. */
async function open(secondFactor?: string) {
  const server = accountServer(accountData())
    .respond(accountMergingApi.sendCode, { resendIn: 60 })
    .respond(accountMergingApi.prove, ({ body }) => {
      if (body.password === "wrong")
        throw new Refusal(400, "Invalid credentials", {
          errors: { password: ["Invalid credentials"] },
        });
      if (body.secondFactorCode !== secondFactor)
        throw new Refusal(400, "Enter the code", {
          errors: { secondFactorCode: ["Enter the code"] },
        });
      return PREVIEW;
    })
    .respond(accountMergingApi.merge, undefined);
  await openPage(server, "/settings");
  await page.getByRole("button", { name: "Merge another account" }).click();
  await expect.element(dialog()).toBeVisible();
  return server;
}

test("another account is merged after its password, what moves is named, and a wrong password is shown at its field", async () => {
  const server = await open();
  await fillIn(
    { "Email of the other account": OTHER, "Password of the other account": "wrong" },
    dialog(),
  );
  await next().click();
  await expect.element(dialog().getByText("Invalid credentials")).toBeVisible();
  await expectWellMade("the dialog that proves another account");
  await fillIn({ "Password of the other account": "a long password" }, dialog());
  await userEvent.keyboard("{Enter}");
  await expect
    .element(question())
    .toMatchTextContent(/3 items, 1 comment, 1,200 votes, 0 reactions, 2 followed items/);
  await expect.element(question()).toMatchTextContent(/Robin Reyes \(robin@old.example\)/);
  await expectWellMade("the question before a merge of accounts");
  expect(server.calls(accountMergingApi.merge)).toEqual([]);
  await question().getByRole("button", { name: "Merge accounts" }).click();
  await expect.element(shownToast()).toMatchTextContent(/Accounts merged successfully/);
  await expect.element(question()).not.toBeInTheDocument();
});

test("a code is mailed to the other account instead, and its second factor is asked for", async () => {
  const server = await open("123456");
  await fillIn({ "Email of the other account": OTHER }, dialog());
  await dialog().getByRole("button", { name: "Email a code to it instead" }).click();
  await expect.element(dialog().getByLabelText("Six-digit code")).toHaveFocus();
  expect(server.calls(accountMergingApi.sendCode)[0]?.body).toEqual({ username: OTHER });
  await fillIn({ "Six-digit code": "654321" }, dialog());
  await next().click();
  const factor = dialog().getByLabelText("Two-factor code of the other account");
  await expect.element(factor).toHaveFocus();
  await factor.fill("123456");
  await next().click();
  await expect.element(question()).toBeVisible();
  expect(server.calls(accountMergingApi.prove).at(-1)?.body).toEqual({
    username: OTHER,
    mailedCode: "654321",
    secondFactorCode: "123456",
  });
});
