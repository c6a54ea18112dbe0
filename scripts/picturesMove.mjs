import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

await runScript(async () => {
  await install({ dev: false });
  return handOver(["server/operations/pictures/runMovePictures.ts", ...process.argv.slice(2)]);
});
