import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const MESSAGE = "Too many attempts. Try again in 12 minutes.";

test("the login form shows how long a user has to wait after too many attempts", async () => {
  const server = acmeServer(acmeData({ user: null }));
  server.refuse(authApi.login, 429, MESSAGE);
  await openPage(server, "/login");
  const form = page.getByRole("main");
  await page.getByLabelText("Work email").fill("ada@example.com");
  await page.getByLabelText("Password", { exact: true }).fill("a wrong password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect.element(form.getByText(MESSAGE)).toBeVisible();
  await expect.element(shownToast()).toMatchTextContent(MESSAGE);
  server.refuse(authApi.login, 401, "Invalid credentials");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect.element(form.getByText(MESSAGE)).not.toBeInTheDocument();
});
