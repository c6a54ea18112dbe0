import { join } from "node:path";
import { capture } from "./children.mjs";
import { install } from "./install.mjs";
import { findRuntime, root, runScript } from "./runtime.mjs";

const SOURCES = ["contract", "server", "web", "e2e", "scripts"];

/** What each check runs, below `node_modules`. */
const CHECKS = {
  format: ["oxfmt/bin/oxfmt", "--check"],
  lint: ["oxlint/bin/oxlint", "--type-aware", "--deny-warnings"],
  "types of contract": ["typescript/bin/tsc", "-p", "contract"],
  "types of server": ["typescript/bin/tsc", "-p", "server"],
  "types of web": ["typescript/bin/tsc", "-p", "web"],
  "types of e2e": ["typescript/bin/tsc", "-p", "e2e"],
  imports: ["dependency-cruiser/bin/dependency-cruiser.mjs", "--config", ".dependency-cruiser.cjs", ...SOURCES],
  "unused code": ["knip/bin/knip.js"],
};

await runScript(async () => {
  await install({ dev: true });
  let failures = 0;
  for (const [name, [program, ...args]] of Object.entries(CHECKS)) {
    const start = performance.now();
    const { code, output } = await capture(findRuntime(), [join(root, "node_modules", program), ...args]);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (code === 0) continue;
    failures += 1;
    console.log(output.trim());
  }
  return failures === 0 ? 0 : 1;
});
