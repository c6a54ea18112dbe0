import { ownCompany } from "./support/companyAdmin.ts";
import { goTo } from "./support/goTo.ts";
import { test } from "./support/test.ts";
import { expectText } from "./support/xss/expectText.ts";
import { payloads } from "./support/xss/payloads.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

test("the logo form shows the name of a chosen file as text", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  const found = await watchForXss(page.context(), admin);
  await goTo(page, "/company/settings/logo");
  // Excludes names with line breaks, and names with slashes or backslashes, because the browser
  // treats everything before a slash as a folder.
  const names = payloads.filter((text) => !/[\r\n/\\]/.test(text));
  for (const name of names) {
    const buffer = Buffer.from("<svg/>");
    await page
      .getByLabel(/^(?:Logo|New logo)$/)
      .setInputFiles({ name: `${name}.svg`, mimeType: "image/svg+xml", buffer });
    await expectText(page, found, [`${name}.svg`]);
  }
});
