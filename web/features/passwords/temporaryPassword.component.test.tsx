import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { passwordsApi } from "#contract/passwords.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { anAdmin } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

test("a user with a temporary password chooses a new password and continues to the requested page", async () => {
  const user = anAdmin({ mustChangePassword: true });
  const server = acmeServer(acmeData({ user })).respond(passwordsApi.changePassword, () =>
    Object.assign(user, { mustChangePassword: false }),
  );
  const opened = await openPage(server, "/change-password?from=%2Froadmap");
  await expect
    .element(
      page.getByText("Your password is a temporary one. Choose a password of your own to go on."),
    )
    .toBeVisible();
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  await expectMessages({
    "Current password": "Password is required",
    "New password": "Password must be at least 8 characters",
  });
  expect(server.calls(passwordsApi.changePassword)).toEqual([]);
  const passwords = { currentPassword: "abcd-efgh-jkmn", newPassword: "a password of my own" };
  await fillIn({
    "Current password": passwords.currentPassword,
    "New password": passwords.newPassword,
  });
  await change.click();
  await expect.poll(() => opened.documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
  expect(server.calls(passwordsApi.changePassword).map(({ body }) => body)).toEqual([passwords]);
  await opened.reload("/roadmap");
  await expect.element(shownToast()).toMatchTextContent(/^Password changed successfully/);
});
