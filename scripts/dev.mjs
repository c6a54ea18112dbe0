import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: true });
  const args = [
    "--watch-path=server",
    "--watch-path=contract",
    "--watch-preserve-output",
    "server/app/main.ts",
  ];
  return handOver(args, { NODE_ENV: "development", HEARBACK_DEV: "1" });
});
