import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { openPage } from "#web/testing/openPage.tsx";

test.each([
  { url: null, href: `//localhost:${window.location.port}/` },
  { url: "https://provider.example/", href: "https://provider.example/" },
])("the link 'Powered by' leads to $href if the provider's URL is $url", async ({ url, href }) => {
  const data = acmeData();
  data.portal.provider.url = url;
  await openPage(acmeServer(data), "/changelog");
  const poweredBy = page.getByRole("contentinfo").getByRole("link", { name: /^Powered by/ });
  await expect.element(poweredBy).toHaveAttribute("href", href);
});
