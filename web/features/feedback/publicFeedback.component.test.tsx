import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const submitButton = () => page.getByRole("button", { name: "Submit Feedback" });

test("if public feedback is on, a visitor without an account can submit feedback", async () => {
  const data = acmeData();
  data.portal.site.allowPublicFeedback = true;
  const server = acmeServer(data);
  await openPage(server, "/feedback");
  await submitButton().first().click();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn({ Title: "From nobody in particular", Description: "But meant well." }, dialog);
  await dialog.getByLabelText("Board", { exact: true }).selectOptions("Feature requests");
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  const [call] = server.calls(feedbackApi.create);
  expect(call?.body).toMatchObject({ title: "From nobody in particular", boardId: 21 });
});

test("if public feedback is off, a visitor without an account is sent to /login before submitting", async () => {
  await openPage(acmeServer(acmeData()), "/feedback");
  await submitButton().first().click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Welcome back");
});
