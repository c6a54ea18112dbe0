import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SignOnWays } from "#contract/signOn.ts";
import { signOnApi } from "#contract/signOn.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { openPage } from "#web/testing/openPage.tsx";

const link = (name: string) => page.getByRole("link", { name });
const password = () => page.getByLabelText("Password", { exact: true });

const serverWith = (ways: SignOnWays) => acmeServer(acmeData()).respond(signOnApi.ways, ways);

test("the login page links to each way with the page to come back to", async () => {
  const server = serverWith({
    company: { name: "Acme's accounts", isOnlyWay: false },
    providers: ["github"],
    application: { name: "Acme Studio" },
  });
  await openPage(server, "/login?from=/changelog");
  // From here, the first of the links is five Tabs away.
  await expect.element(page.getByLabelText("Work email")).toHaveFocus();
  const to = `?to=${encodeURIComponent("/changelog")}`;
  await expect
    .element(link("Log in with Acme's accounts"))
    .toHaveAttribute("href", `/auth/oidc/company${to}`);
  await expect
    .element(link("Log in with Acme Studio"))
    .toHaveAttribute("href", `/auth/application${to}`);
  await expect
    .element(link("Log in with GitHub"))
    .toHaveAttribute("href", `/auth/oidc/github${to}`);
  await expect.element(password()).toBeVisible();
  await expectWellMade("the login page with other ways");
});

test("where the provider is the only way, the form is behind a button", async () => {
  const server = serverWith({
    company: { name: "Acme's accounts", isOnlyWay: true },
    providers: [],
    application: null,
  });
  await openPage(server, "/login");
  await expect.element(link("Log in with Acme's accounts")).toBeVisible();
  expect(password().query()).toBeNull();
  await page.getByRole("button", { name: "Log in in another way" }).click();
  await expect.element(password()).toBeVisible();
});
