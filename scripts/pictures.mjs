import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserPath } from "./browser.mjs";
import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { runScript } from "./runtime.mjs";

// This script is `npm run pictures`: it takes the pictures of README.md and of the landing page.
await runScript(async () => {
  await install({ dev: true });
  await build();
  const HEARBACK_BROWSER = await browserPath();
  const mails = await mkdtemp(join(tmpdir(), "hearback-pictures-"));
  try {
    const code = await handOver(["scripts/mails.ts", mails], { HEARBACK_BROWSER });
    if (code !== 0) return code;
    return await handOver(["e2e/pictures/takePictures.ts", mails], { HEARBACK_BROWSER });
  } finally {
    await rm(mails, { recursive: true, force: true });
  }
});
