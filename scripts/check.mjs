import { join } from "node:path";
import { capture } from "./children.mjs";
import { install } from "./install.mjs";
import { findRuntime, runScript } from "./runtime.mjs";

const tool = (path) => join("node_modules", path);

/** Commands of the checks, relative to the project folder. */
const CHECKS = {
  format: [tool("oxfmt/bin/oxfmt"), "--check"],
  lint: [tool("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"],
  "types of contract": [tool("typescript/bin/tsc"), "-p", "contract"],
  "types of server": [tool("typescript/bin/tsc"), "-p", "server"],
  "types of web": [tool("typescript/bin/tsc"), "-p", "web"],
  "types of e2e": [tool("typescript/bin/tsc"), "-p", "e2e"],
  "types of faults": [tool("typescript/bin/tsc"), "-p", "faults"],
  "types of bench": [tool("typescript/bin/tsc"), "-p", "bench"],
  "types of deploy": [tool("typescript/bin/tsc"), "-p", "deploy/try"],
  imports: ["scripts/imports.mjs"],
  citations: ["scripts/citations.mjs"],
  "unused code": [tool("knip/bin/knip.js")],
  "openapi (redocly)": ["scripts/lintOpenApi.ts", "redocly"],
  "openapi (spectral)": ["scripts/lintOpenApi.ts", "spectral"],
  "openapi (compatible)": ["scripts/openApiCompatibility.ts"],
  "page budgets": ["scripts/pageBudgets.mjs"],
  advisories: ["scripts/advisories.mjs"],
};

/** Checks whose output is shown even if they find nothing wrong. */
const ALWAYS_SHOWN = new Set(["advisories"]);

/** Number of checks that run at the same time. Most checks use only one core. */
const CHECKS_AT_ONCE = 2;

async function runCheck(name, command) {
  const start = performance.now();
  const { code, output } = await capture(findRuntime(), command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const isOutputShown = code !== 0 || ALWAYS_SHOWN.has(name);
  const result = `${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`;
  console.log(isOutputShown ? `${result}\n${output.trim()}` : result);
  return code === 0;
}

await runScript(async () => {
  await install({ dev: true });
  let failures = 0;
  const waiting = Object.entries(CHECKS).values();
  const runWaiting = async () => {
    for (const [name, command] of waiting) if (!(await runCheck(name, command))) failures += 1;
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runWaiting));
  return failures === 0 ? 0 : 1;
});
