import { browserPath } from "./browser.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: true });
  const HEARBACK_BROWSER = await browserPath();
  return handOver(["scripts/mails.ts", ...process.argv.slice(2)], { HEARBACK_BROWSER });
});
