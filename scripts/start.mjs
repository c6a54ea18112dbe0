import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { findRuntime, runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: false });
  await build();
  return handOver(findRuntime(), ["server/main.ts"], { NODE_ENV: "production" });
});
