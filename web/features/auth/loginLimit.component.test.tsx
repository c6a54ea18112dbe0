import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

test.each([
  [429, "Too many attempts. Try again in 12 minutes."],
  [403, "Super admins sign in at localhost, not on a custom domain"],
  [401, "This account has been deactivated"],
] as const)(
  "a login refused with status %i shows the server's message in the form and in a toast",
  async (status, message) => {
    const server = acmeServer(acmeData({ user: null }));
    server.refuse(authApi.login, status, message);
    await openPage(server, "/login");
    const form = page.getByRole("main");
    await page.getByLabelText("Work email").fill("ada@example.com");
    await page.getByLabelText("Password", { exact: true }).fill("a wrong password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.element(form.getByText(message)).toBeVisible();
    await expect.element(shownToast()).toMatchTextContent(message);
    server.refuse(authApi.login, 401, "Invalid credentials");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.element(form.getByText("Invalid credentials")).toBeVisible();
    await expect.element(form.getByText(message)).not.toBeInTheDocument();
  },
);
