import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { NOT_SIGNED_IN } from "#contract/errors.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { aCustomer, anAdmin, anItem, portalOf, acme } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const vote = () => page.getByRole("main").getByRole("button", { name: /^Vote for Dark mode/ });
const dialog = () => page.getByRole("dialog", { name: /^(?:Log in|Sign up) to / });
const logInButton = () => dialog().getByRole("button", { name: "Log in", exact: true });
const accountMenu = () => page.getByRole("button", { name: /^Account menu/ });

/** Creates a server with one item, which refuses comments of everyone who is not signed in. */
function oneItem(user = null as ReturnType<typeof aCustomer> | null) {
  const item = anItem({ title: "Dark mode" });
  const data = acmeData({ user, items: [item] });
  const server = acmeServer(data);
  server.respond(commentsApi.create, (_, before) => {
    if (!data.user) throw new Refusal(401, NOT_SIGNED_IN);
    return before();
  });
  const signIn = () => (data.user = aCustomer());
  server.respond(authApi.login, signIn).respond(authApi.register, signIn);
  return { item, data, server, path: `/feedback/${String(item.id)}` };
}

async function logIn(): Promise<void> {
  await fillIn({ "Work email": "robin@example.com", Password: "a long password" }, dialog());
  await userEvent.keyboard("{Enter}");
}

test("a visitor who votes logs in over the page, and the vote is then cast once", async () => {
  const { server } = oneItem();
  const { address, documentLoads } = await openPage(server, "/feedback?search=dark");
  await vote().click();
  await expect.element(dialog()).toHaveAccessibleName("Log in to vote for Dark mode");
  await expectWellMade("the dialog in which a visitor logs in");
  expect(server.calls(feedbackApi.vote)).toEqual([]);
  await logIn();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
  await expect.element(accountMenu()).toBeVisible();
  expect(server.calls(feedbackApi.vote)).toHaveLength(1);
  expect([address(), documentLoads]).toEqual(["/feedback?search=dark", []]);
});

test("a visitor who closes the dialog casts no vote, sees no error and can vote again", async () => {
  const { server } = oneItem();
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 0 votes");
  await expect.element(vote()).toBeEnabled();
  await expect.element(vote()).toHaveFocus();
  await expect.element(shownToast()).not.toBeInTheDocument();
  expect(server.calls(feedbackApi.vote)).toEqual([]);
});

test("a wrong password, and then a second factor, are asked for in the dialog", async () => {
  const { data, server } = oneItem();
  server.refuse(authApi.login, 401, "Invalid credentials");
  await openPage(server, "/feedback");
  await vote().click();
  await logIn();
  await expect.element(dialog().getByText("Invalid credentials")).toBeVisible();
  server.respond(authApi.login, ({ body }) => {
    if (body.code === undefined) throw new Refusal(401, "Code", { codeRequired: true });
    return (data.user = aCustomer());
  });
  await logIn();
  await fillIn({ "Two-factor code": "123456" }, dialog());
  await userEvent.keyboard("{Enter}");
  await expect.element(vote()).toBeDisabled();
  expect(server.calls(feedbackApi.vote)).toHaveLength(1);
});

test("a visitor writes a comment first and then signs up over the page, and the comment is posted", async () => {
  const { server, path } = oneItem();
  await openPage(server, path);
  await page.getByRole("link", { name: "Share your thoughts..." }).click();
  await expect.element(page.getByLabelText("Your comment")).toHaveFocus();
  await userEvent.keyboard("Please do.");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect.element(dialog()).toHaveAccessibleName("Log in to post your comment");
  await dialog().getByRole("button", { name: "Sign up" }).click();
  await expect.element(dialog()).toHaveAccessibleName("Sign up to post your comment");
  await fillIn(
    {
      "Full name": "Robin Tester",
      "Work email": "robin@example.com",
      Password: "a long password",
    },
    dialog(),
  );
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("article", { name: /^Comment by/ }))
    .toMatchTextContent("Please do.");
  await expect.element(page.getByLabelText("Your comment")).toHaveValue("");
  expect(server.calls(authApi.register).map(({ body }) => body.role)).toEqual(["user"]);
});

test("a visitor who follows an item logs in over the page, and then follows it", async () => {
  const { item, server, path } = oneItem();
  await openPage(server, path);
  const follow = page.getByRole("link", { name: "Follow" });
  await expect.element(follow).toHaveAttribute("href", `/login?from=${encodeURIComponent(path)}`);
  await follow.click();
  await expect.element(dialog()).toHaveAccessibleName("Log in to follow Dark mode");
  await logIn();
  await expect.element(page.getByRole("button", { name: "Following" })).toBeVisible();
  expect(item.follow).toBe("all");
});

test("if public feedback is off, a visitor writes first and logs in over the submit dialog", async () => {
  const { server } = oneItem();
  await openPage(server, "/feedback?submit=1");
  const form = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn({ Title: "A draft", Description: "Half a thought" }, form);
  await form.getByLabelText("Board", { exact: true }).selectOptions("Feature requests");
  await form.getByRole("button", { name: "Submit Feedback" }).click();
  await expect.element(dialog()).toHaveAccessibleName("Log in to submit your feedback");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(form.getByLabelText("Title")).toHaveValue("A draft");
  await form.getByRole("button", { name: "Submit Feedback" }).click();
  await logIn();
  await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(server.calls(feedbackApi.create)).toHaveLength(1);
});

test("an admin who votes as a visitor sees the admin's tools after the login", async () => {
  const { data, server } = oneItem();
  server.respond(authApi.login, () => (data.user = anAdmin()));
  await openPage(server, "/feedback");
  await vote().click();
  await logIn();
  await expect.element(vote()).toBeDisabled();
  await expect.element(page.getByRole("checkbox", { name: /Dark mode/ })).toBeInTheDocument();
});

test("when the session has ended, the dialog says so, and the comment is posted after the login", async () => {
  const { data, server, path } = oneItem(aCustomer());
  const { documentLoads } = await openPage(server, path);
  await page.getByLabelText("Your comment").fill("Worth keeping");
  data.user = null;
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect.element(dialog()).toHaveAccessibleName("Log in to post your comment");
  await expect
    .element(dialog())
    .toMatchTextContent("You have been logged out. What you have typed is still here.");
  await expect.element(dialog().getByRole("button", { name: "Sign up" })).not.toBeInTheDocument();
  await logIn();
  await expect
    .element(page.getByRole("article", { name: /^Comment by/ }))
    .toMatchTextContent("Worth keeping");
  expect(documentLoads).toEqual([]);
});

test("a comment that waits for a login is posted when the user has logged in again in another tab", async () => {
  const { data, server, path } = oneItem(aCustomer());
  await openPage(server, path);
  await page.getByLabelText("Your comment").fill("Worth keeping");
  data.user = null;
  // A tab checks its session again only after five seconds.
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 5_000);
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect.element(dialog()).toBeVisible();
  data.user = aCustomer();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect
    .element(page.getByRole("article", { name: /^Comment by/ }))
    .toMatchTextContent("Worth keeping");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("if another user logs in after the session has ended, nothing is sent and the page is loaded again", async () => {
  const { data, server, path } = oneItem(aCustomer());
  server.respond(authApi.login, () => (data.user = aCustomer({ id: 99 })));
  const { documentLoads } = await openPage(server, path);
  await page.getByLabelText("Your comment").fill("Between you and me");
  data.user = null;
  await page.getByRole("button", { name: "Post comment" }).click();
  await logIn();
  await expect.poll(() => documentLoads[0]).toEqual({ kind: "reload", address: path });
  expect(server.calls(commentsApi.create)).toHaveLength(1);
});

test("a visitor whose password must be changed is led to the page that changes it", async () => {
  const { data, server } = oneItem();
  server.respond(authApi.login, () => (data.user = aCustomer({ mustChangePassword: true })));
  const { documentLoads } = await openPage(server, "/feedback");
  await vote().click();
  await logIn();
  await expect.poll(() => documentLoads).toEqual([{ kind: "replace", address: "/feedback" }]);
  expect(server.calls(feedbackApi.vote)).toEqual([]);
});

test("the dialog offers no sign-up where the company has turned it off, and fits on a phone", async () => {
  await page.viewport(375, 740);
  const { data, server } = oneItem();
  data.portal = portalOf(acme, { registrationOpen: false });
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(logInButton()).toBeVisible();
  await expect.element(dialog().getByRole("button", { name: "Sign up" })).not.toBeInTheDocument();
  await expectWellMade("the dialog in which a visitor logs in on a phone");
});
