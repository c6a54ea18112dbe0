import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: true });
  return handOver(["scripts/writeApiTypes.ts", ...process.argv.slice(2)], {});
});
