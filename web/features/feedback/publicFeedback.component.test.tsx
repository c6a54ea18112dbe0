import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { Challenge, SolvedChallenge, submissionCheckApi } from "#contract/submissionCheck.ts";
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

test("the browser of a visitor without an account solves a challenge for each submission attempt, and sends the text of a filled honeypot field", async () => {
  const data = acmeData();
  data.portal.site.allowPublicFeedback = true;
  const server = acmeServer(data).refuse(feedbackApi.create, 500, "Try again");
  const secrets = { hmacSignatureSecret: "signature", hmacKeySignatureSecret: "key" };
  const work = { algorithm: "PBKDF2/SHA-256", cost: 1, counter: 20, expiresAt: 4_000_000_000 };
  // In development, React runs effects twice, so the browser fetches one challenge that no
  // submission uses.
  const challenges = await Promise.all(
    [1, 2, 3].map(async () => createChallenge({ ...work, ...secrets, deriveKey })),
  );
  server.respond(submissionCheckApi.get, () => ({ challenge: Challenge.parse(challenges.pop()) }));
  await openPage(server, "/feedback?submit=1");
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn({ Title: "From nobody", Description: "But meant well." }, dialog);
  await dialog.getByLabelText("Board", { exact: true }).selectOptions("Feature requests");
  const submit = dialog.getByRole("button", { name: "Submit Feedback" });
  await submit.click();
  await expect.element(shownToast()).toMatchTextContent("Try again");
  server.restore(feedbackApi.create);
  const honeypot = dialog.element().querySelector("[name=website]");
  await page.elementLocator(honeypot as Element).fill("https://shop.example");
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const bodies = server.calls(feedbackApi.create).map(({ body }) => body);
  expect(bodies.map(({ website }) => website)).toEqual([undefined, "https://shop.example"]);
  const sent = bodies.map(({ altcha = "" }) => SolvedChallenge.parse(JSON.parse(atob(altcha))));
  expect(new Set(sent.map(({ challenge }) => challenge.signature)).size).toBe(2);
  for (const solved of sent)
    expect(await verifySolution({ ...solved, ...secrets, deriveKey })).toMatchObject({
      verified: true,
    });
});
