import { join } from "node:path";
import { browserPath } from "./browser.mjs";
import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { root, runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: true });
  await install({ dev: false, folder: join(root, "bench", "browser") });
  await build();
  const browser = await browserPath();
  return handOver(["bench/browser/runBrowserBench.ts", ...process.argv.slice(2)], {
    HEARBACK_BROWSER: browser,
  });
});
