import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { findRuntime, runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: false });
  await build();
  const args = ["--import", "./scripts/endWithParent.mjs", "server/main.ts"];
  return handOver(findRuntime(), args, { NODE_ENV: "production" });
});
