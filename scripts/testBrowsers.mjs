import { existsSync } from "node:fs";
import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { ScriptError, runScript } from "./runtime.mjs";

/** The programs that the tests need, each with its Debian package. */
const PROGRAMS = {
  "/usr/bin/firefox-esr": "firefox-esr",
  "/usr/bin/WebKitWebDriver": "webkit2gtk-driver",
  "/usr/bin/xvfb-run": "xvfb",
  "/usr/bin/xauth": "xauth",
};

// This script is `npm run test:browsers`: the main path in Firefox and WebKitGTK. `npm test` uses
// Chromium.
await runScript(async () => {
  const missing = Object.entries(PROGRAMS)
    .filter(([program]) => !existsSync(program))
    .map(([, name]) => name);
  if (missing.length > 0) {
    throw new ScriptError(
      `These Debian packages are missing: apt-get install ${missing.join(" ")}`,
    );
  }
  await install({ dev: true });
  await build();
  const [firefox, webKitDriver] = Object.keys(PROGRAMS);
  return handOver(["e2e/browsers/runBrowsers.ts", firefox, webKitDriver]);
});
