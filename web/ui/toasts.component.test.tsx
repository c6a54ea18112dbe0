import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

/** Opens a list of two items. Every vote fails with a toast that counts the failures. */
async function openBrokenVotes(): Promise<void> {
  const items = [anItem({ title: "First" }), anItem({ id: 32, title: "Second" })];
  let failures = 0;
  const server = acmeServer(acmeData({ user: aCustomer(), items })).respond(
    feedbackApi.vote,
    () => {
      failures += 1;
      throw new Refusal(500, `Failure ${String(failures)}`);
    },
  );
  await openPage(server, "/feedback");
}

const voteFor = (title: string) =>
  page.getByRole("button", { name: new RegExp(`^Vote for ${title}`) }).click();

const isFocusInToast = () =>
  document.activeElement?.closest('[aria-label^="Notifications"]') !== null;

test("a toast disappears after five seconds", async () => {
  const pass = holdTimers(1_000);
  await openBrokenVotes();
  await voteFor("First");
  await expect.element(shownToast()).toMatchTextContent("Failure 1");
  pass(4_900);
  await expect.element(shownToast()).toBeVisible();
  pass(100);
  await expect.element(shownToast()).not.toBeInTheDocument();
});

test("a new toast replaces the previous toast", async () => {
  holdTimers(1_000);
  await openBrokenVotes();
  await voteFor("First");
  await expect.element(shownToast()).toMatchTextContent("Failure 1");
  await voteFor("Second");
  await expect.element(shownToast()).toMatchTextContent("Failure 2");
  expect(shownToast().elements()).toHaveLength(1);
});

test("F8 focuses the toast, and Escape closes it", async () => {
  holdTimers(1_000);
  await openBrokenVotes();
  await voteFor("First");
  await expect.element(shownToast()).toBeVisible();
  await userEvent.keyboard("{F8}");
  expect(isFocusInToast()).toBe(true);
  await userEvent.keyboard("{Tab}{Tab}");
  expect(isFocusInToast()).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(shownToast()).not.toBeInTheDocument();
});
