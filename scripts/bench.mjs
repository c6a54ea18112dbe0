import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: true });
  await build();
  return handOver(["bench/runBench.ts", ...process.argv.slice(2)]);
});
