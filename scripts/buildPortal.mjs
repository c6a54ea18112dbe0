import { build } from "./build.mjs";
import { runScript } from "./runtime.mjs";

// This script is `npm run build`, for the container image. `npm start` and `npm test` run the build
// themselves.
await runScript(async () => {
  await build();
  return 0;
});
