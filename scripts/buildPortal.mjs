import { build } from "./build.mjs";
import { runScript } from "./runtime.mjs";

// npm run build: for the image; `npm start` and `npm test` build by themselves.
await runScript(async () => {
  await build();
  return 0;
});
