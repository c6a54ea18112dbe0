import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sessionsApi } from "#contract/sessions.ts";
import { accountData, accountServer, aSession } from "#web/testing/accountServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const sessions = () => page.getByRole("region", { name: "Sessions", exact: true });
const list = () => sessions().getByRole("list");
const rows = () => sessions().getByRole("listitem");
const endButton = (index: number) =>
  rows()
    .nth(index)
    .getByRole("button", { name: /^End session/ });
const endAll = () => page.getByRole("button", { name: "End all other sessions" });

/** Creates a server with a signed-in customer who has two sessions besides the current session. */
function threeSessions() {
  const data = accountData({
    sessions: [
      aSession({ id: 1, isCurrent: true }),
      aSession({ id: 2, device: "Safari on iPhone" }),
      aSession({ id: 3, device: "Chrome on Android" }),
    ],
  });
  return accountServer(data);
}

test("the settings list the user's sessions, and any session except the current one can be ended", async () => {
  const server = threeSessions();
  await openPage(server, "/settings");
  await expect.element(rows()).toHaveLength(3);
  await expect.element(rows().first()).toMatchTextContent("This session");
  await expect.element(rows().first().getByRole("button")).not.toBeInTheDocument();
  await expect
    .element(rows().nth(1))
    .toMatchTextContent(/192\.0\.2\.7 · acme\.localhost · Last used/);
  await expectWellMade("the settings");
  await pressKeys(endButton(1), "{Enter}");
  await expect.element(shownToast()).toMatchTextContent("Session ended successfully");
  await expect.element(rows()).toHaveLength(2);
  await expect.element(list()).toHaveFocus();
  expect(server.calls(sessionsApi.end).map(({ params }) => params)).toEqual([{ id: 2 }]);
});

test("a long list of sessions shows the first twenty sessions, and the keyboard can load the remaining sessions", async () => {
  const others = Array.from({ length: 24 }, (_, index) => aSession({ id: index + 2 }));
  const sessionsOfUser = [aSession({ id: 1, isCurrent: true }), ...others];
  await openPage(accountServer(accountData({ sessions: sessionsOfUser })), "/settings");
  await expect.element(rows()).toHaveLength(20);
  await pressKeys(page.getByRole("button", { name: "Show more sessions" }), "{Enter}");
  await expect.element(rows()).toHaveLength(25);
  await expect.element(rows().nth(20)).toHaveFocus();
});

test("after a confirmation, one button ends all sessions except the current session", async () => {
  const server = threeSessions();
  await openPage(server, "/settings");
  await endAll().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End all others" }).click();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(endAll()).not.toBeInTheDocument();
  expect(server.calls(sessionsApi.endOthers)).toHaveLength(1);
});

test("two sessions can be ended at the same time", async () => {
  const server = threeSessions();
  await openPage(server, "/settings");
  const goOn = server.holdRequest(sessionsApi.end);
  for (const index of [1, 2]) {
    await pressKeys(endButton(index), "{Enter}");
    await expect.element(rows().nth(index)).toMatchTextContent("Ending...");
  }
  goOn();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(list()).toHaveFocus();
  expect(server.calls(sessionsApi.end).map(({ params }) => params)).toEqual([{ id: 2 }, { id: 3 }]);
});
