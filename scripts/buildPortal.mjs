import { build } from "./build.mjs";
import { runScript } from "./runtime.mjs";

// npm run build, for the container image. `npm start` and `npm test` build on their own.
await runScript(async () => {
  await build();
  return 0;
});
