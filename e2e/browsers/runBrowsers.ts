import { newCustomer } from "../support/accounts.ts";
import { newTitle } from "../support/feedbackItems.ts";
import { originOf, setPortalAddress } from "../support/portalAddress.ts";
import { runPortal } from "../support/runPortal.ts";
import type { BrowserPage } from "./browserPage.ts";
import { MAIN_PATH } from "./mainPath.ts";
import { openFirefox } from "./openFirefox.ts";
import { openWebKit } from "./openWebKit.ts";

const [firefox = "", webKitDriver = ""] = process.argv.slice(2);

const BROWSERS: Record<string, () => Promise<BrowserPage>> = {
  Firefox: () => openFirefox(firefox),
  WebKitGTK: () => openWebKit(webKitDriver),
};

/**
 * Runs the steps of `MAIN_PATH` in one browser. Steps after a failed step are not run and count as
 * failed.
 */
async function walk(name: string, open: () => Promise<BrowserPage>, host: string) {
  let passed = 0;
  const visit = {
    origin: originOf(host),
    account: await newCustomer(),
    title: newTitle("Postcards from the road"),
    content: newTitle("This would save me an hour."),
  };
  let page: BrowserPage | undefined;
  try {
    page = await open();
    console.log(`${name}: ${page.version}`);
    for (const { title, run } of MAIN_PATH) {
      await run({ ...visit, page });
      passed += 1;
      console.log(`ok     ${name}: ${title}`);
    }
  } catch (error) {
    console.log(`FAILED ${name}: ${MAIN_PATH[passed]?.title ?? ""}`);
    console.log(error);
  } finally {
    await page?.close();
  }
  return { passed, failed: MAIN_PATH.length - passed };
}

const portal = await runPortal();
setPortalAddress(portal.address);
try {
  const counts = { passed: 0, failed: 0 };
  for (const [name, open] of Object.entries(BROWSERS)) {
    const { passed, failed } = await walk(name, open, "acme.localhost");
    counts.passed += passed;
    counts.failed += failed;
  }
  console.log(`${String(counts.passed)} passed, ${String(counts.failed)} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
} finally {
  await portal.stop();
}
