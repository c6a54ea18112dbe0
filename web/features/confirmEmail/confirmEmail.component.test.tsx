import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { commentsApi } from "#contract/comments.ts";
import { confirmEmailApi } from "#contract/confirmEmail.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { mfaApi } from "#contract/mfa.ts";
import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const CODE = "123456";

const vote = () => page.getByRole("main").getByRole("button", { name: /^Vote for Dark mode/ });
const dialog = () => page.getByRole("dialog", { name: "Confirm your email address" });
const code = () => page.getByLabelText("Six-digit code");
const confirm = () => page.getByRole("button", { name: "Confirm", exact: true });
const resend = () => page.getByRole("button", { name: /^Send a new code/ });

/**
 * Creates a server for Acme's host with a signed-in customer who must confirm the e-mail address
 * with `CODE` before the server accepts votes, items, comments or a second factor.
 */
function unconfirmed() {
  const user = aCustomer({ confirmedAt: null, mustConfirmEmail: true });
  const data = { ...accountData({ user }), items: [anItem({ title: "Dark mode" })] };
  const server = accountServer(data)
    .respond(confirmEmailApi.send, { resendIn: 60 })
    .respond(confirmEmailApi.confirm, ({ body }) => {
      if (body.code !== CODE)
        throw new Refusal(400, "This code is not right", {
          errors: { code: ["This code is not right"] },
        });
      data.user = aCustomer();
      return data.user;
    });
  const unlessConfirmed = <Result,>(_: unknown, before: () => Result) => {
    if (data.user?.mustConfirmEmail) throw new Refusal(403, CONFIRM_EMAIL_FIRST);
    return before();
  };
  server
    .respond(feedbackApi.vote, unlessConfirmed)
    .respond(feedbackApi.create, unlessConfirmed)
    .respond(commentsApi.create, unlessConfirmed)
    .respond(mfaApi.setup, unlessConfirmed);
  return { data, server };
}

test("a vote of an unconfirmed user waits for the mailed code, and is counted once the code is entered", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(code()).toHaveFocus();
  await expect.element(code()).toHaveAttribute("inputmode", "numeric");
  await expect.element(code()).toHaveAttribute("autocomplete", "one-time-code");
  await expect.element(dialog()).toMatchTextContent("robin@example.com");
  await server.called(confirmEmailApi.send);
  await expectWellMade("the question for the code");
  await userEvent.keyboard(`${CODE}{Enter}`);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toHaveAttribute("aria-pressed", "true");
  expect(server.calls(feedbackApi.vote)).toHaveLength(2);
});

test("a wrong confirmation code shows an error at the field, and a correct code with spaces is accepted", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/feedback");
  await vote().click();
  await code().fill("654321");
  await confirm().click();
  await expect.element(code()).toHaveAccessibleDescription(/^This code is not right/);
  await expect.element(code()).toHaveFocus();
  await code().fill("12");
  await confirm().click();
  await expect.element(code()).toHaveAccessibleDescription(/^The code has six digits/);
  await code().fill(" 123 456 ");
  await confirm().click();
  await expect.element(vote()).toHaveAttribute("aria-pressed", "true");
});

test("closing the dialog for the confirmation code undoes the vote, and the next vote opens the dialog again", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(code()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(shownToast()).toMatchTextContent(CONFIRM_EMAIL_FIRST);
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 0 votes");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(vote()).toHaveFocus();
  await vote().click();
  await expect.element(code()).toHaveFocus();
  await expect.element(code()).toHaveValue("");
});

test("a comment of an unconfirmed user stays in the field until the mailed code is entered, and is then posted", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/feedback/31");
  const field = page.getByLabelText("Your comment");
  const post = page.getByRole("button", { name: "Post comment" });
  await field.fill("Please do.");
  await post.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field).toHaveValue("Please do.");
  await post.click();
  await code().fill(CODE);
  await confirm().click();
  await expect
    .element(page.getByRole("article", { name: /^Comment by/ }))
    .toMatchTextContent("Please do.");
  await expect.element(field).toHaveValue("");
});

test("feedback of an unconfirmed user is submitted once the mailed code is entered, and both dialogs close", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/feedback?submit=1");
  const submitDialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn({ Title: "A draft", Description: "Half a thought" }, submitDialog);
  await submitDialog.getByLabelText("Board", { exact: true }).selectOptions("Feature requests");
  await submitDialog.getByRole("button", { name: "Submit Feedback" }).click();
  await expect.element(code()).toHaveFocus();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(submitDialog.getByLabelText("Title")).toHaveValue("A draft");
  await submitDialog.getByRole("button", { name: "Submit Feedback" }).click();
  await code().fill(CODE);
  await confirm().click();
  await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("the setup of a second factor by an unconfirmed user continues once the mailed code is entered", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/two-factor");
  await page.getByLabelText("Password", { exact: true }).fill("a password");
  await page.getByRole("button", { name: "Continue" }).click();
  await code().fill(CODE);
  await confirm().click();
  await expect.element(page.getByText("2. Your authenticator app")).toBeVisible();
});

test("a new confirmation code can be sent after the 60 seconds that the server requires", async () => {
  const passTime = holdTimers(1000);
  const { server } = unconfirmed();
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(resend()).toHaveAccessibleName("Send a new code in 60 s");
  await expect.element(resend()).toBeDisabled();
  for (let second = 0; second < 60; second += 1) passTime(1000);
  await expect.element(resend()).toHaveAccessibleName("Send a new code");
  await resend().click();
  await expect.element(code()).toHaveFocus();
  await server.called(confirmEmailApi.send, 2);
  await expect.element(page.getByText("A code is on its way")).toBeInTheDocument();
});

test("a vote that waits for the mailed code continues when the e-mail address was confirmed in another tab", async () => {
  const { data, server } = unconfirmed();
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(code()).toHaveFocus();
  data.user = aCustomer();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(vote()).toHaveAttribute("aria-pressed", "true");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("the settings show that an e-mail address is not confirmed, and the user can confirm the address with a mailed code", async () => {
  const { server } = unconfirmed();
  await openPage(server, "/settings");
  await expect.element(page.getByText("Not confirmed")).toBeVisible();
  await expectWellMade("the settings of an unconfirmed account");
  await confirm().click();
  await code().fill(CODE);
  await dialog().getByRole("button", { name: "Confirm", exact: true }).click();
  await expect.element(page.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("the settings show that the e-mail address is confirmed after it was confirmed in another tab", async () => {
  const { data, server } = unconfirmed();
  await openPage(server, "/settings");
  await confirm().click();
  await expect.element(code()).toHaveFocus();
  data.user = aCustomer();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("the page that the mailed link opens changes nothing until the user presses Confirm", async () => {
  const { data, server } = unconfirmed();
  data.user = aCustomer({ ...data.user, username: `${"robin".repeat(20)}@example.com` });
  await openPage(server, `/confirm-email?code=${CODE}`);
  await expect.element(code()).toHaveValue(CODE);
  await server.settled();
  expect(server.calls(confirmEmailApi.confirm)).toEqual([]);
  expect(server.calls(confirmEmailApi.send)).toEqual([]);
  await expectWellMade("the page of the mailed link");
  await confirm().click();
  await expect.element(page.getByText(/^Your email address is confirmed/)).toHaveFocus();
});
