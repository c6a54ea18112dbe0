import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: false });
  await build();
  return handOver(["server/main.ts"], { NODE_ENV: "production" });
});
