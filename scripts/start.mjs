import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { PORTAL_COMMAND, runScript } from "./runtime.mjs";
import { refuseTakenPort } from "./takenPort.mjs";

await runScript(async () => {
  await refuseTakenPort();
  await install({ dev: false });
  await build();
  return handOver(PORTAL_COMMAND, { NODE_ENV: "production" });
});
