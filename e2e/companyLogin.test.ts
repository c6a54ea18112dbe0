import { companySignOnApi } from "#contract/companySignOn.ts";
import { connectionTo } from "#server/checks/fixtures/signOnScene.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { startOidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { acmeAdmin, acmeCustomer, newEmail, signedIn, signIn } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { setPortalAddress } from "./support/portalAddress.ts";
import { runPortal } from "./support/runPortal.ts";
import { runSql } from "./support/runSql.ts";
import { expect, test as base } from "./support/test.ts";

/** Browsers trust all hosts below `localhost`. `customer.localhost` is a custom domain. */
const BASE_DOMAIN = "portal.localhost";
const SUBDOMAIN = `acme.${BASE_DOMAIN}`;
const CUSTOM_DOMAIN = "customer.localhost";

/** A base domain other than `localhost` needs its own password of the demo data. */
const password = "a password of our own";

/** These tests run a portal of their own, which is connected with a certified provider. */
const test = base.extend<object, { provider: OidcProvider }>({
  provider: [
    async ({}, use) => {
      const provider = await startOidcProvider();
      const { address, stop } = await runPortal({
        ALLOW_PRIVATE_PROVIDERS: "1",
        BASE_DOMAIN,
        DEMO_PASSWORD: password,
      });
      setPortalAddress(address);
      await runSql(
        "update company set custom_domain = $1, custom_domain_verified_at = now() where subdomain = 'acme'",
        [CUSTOM_DOMAIN],
      );
      const body = connectionTo(provider, { signsOut: true });
      const admin = await signIn({ ...acmeAdmin, password }, { host: SUBDOMAIN });
      await callApi(admin, companySignOnApi.save, { body });
      await use(provider);
      await stop();
      await provider.close();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
});

// The tests run in turn, because each worker starts a portal.
test.describe.configure({ mode: "default" });

for (const host of [SUBDOMAIN, CUSTOM_DOMAIN]) {
  test(`on ${host} a new person comes in by the company's provider to vote, logs out there too, and comes back to the same account`, async ({
    open,
    provider,
  }) => {
    const { title, id } = await newItem(
      await signedIn({ ...acmeCustomer, password }, { host: SUBDOMAIN }),
    );
    const page = await open({ host });
    provider.person = { sub: host, email: newEmail(), email_verified: true, name: "Nora New" };
    const path = `/feedback/${String(id)}`;

    await goTo(page, path);
    const vote = page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
    await vote.click();
    await page.getByRole("dialog").getByRole("link", { name: "Log in with Acme Login" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await vote.click();
    await expect(
      page.getByRole("main").getByRole("button", { name: `Vote for ${title}, 1 vote` }),
    ).toBeDisabled();

    await page.getByRole("button", { name: "Nora New" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log out of the provider" }).click();
    await expect(page).toHaveURL(new RegExp(`^http://${host}:`));
    await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();

    await goTo(page, `/login?from=${path}`);
    await page.getByRole("link", { name: "Log in with Acme Login" }).click();
    await expect(
      page.getByRole("main").getByRole("button", { name: `Vote for ${title}, 1 vote` }),
    ).toBeDisabled();
  });
}
