import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserPath } from "./browser.mjs";
import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { install } from "./install.mjs";
import { ScriptError, root, runScript } from "./runtime.mjs";

const USAGE =
  "npm test, or npm test -- server or faults [what Vitest takes], or npm test -- e2e [what Playwright takes]; npm run test:long likewise";

const program = (...path) => join(root, "node_modules", ...path);

/** Passed and failed tests of a run; one that fails without a failed test (a file that doesn't load, say) counts as one failure. */
function count(exitCode, passed, failed) {
  return { passed, failed: exitCode === 0 || failed > 0 ? failed : 1 };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

async function runVitest(report, args) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const command = [program("vitest", "vitest.mjs"), "run", ...reporters, ...args];
  const exitCode = await handOver(command);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return count(exitCode, numPassedTests, numFailedTests);
}

async function testPages(report, args) {
  const command = [program("@playwright", "test", "cli.js"), "test", "--reporter=list,json", ...args];
  const exitCode = await handOver(command, {
    HEARBACK_BROWSER: await browserPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
  return count(exitCode, expected + flaky, unexpected);
}

const testFaults = (report, args) => runVitest(report, ["--config", "faults/vitest.config.ts", ...args]);

const RUNS = { server: runVitest, faults: testFaults, e2e: testPages };

await runScript(async () => {
  const given = process.argv.slice(2);
  // What tests take for their size; inherited by all that is started from here.
  if (given[0] === "--long") {
    given.shift();
    process.env.HEARBACK_TEST_SIZE = "long";
  }
  const [only, ...args] = given;
  if (only !== undefined && !Object.hasOwn(RUNS, only)) throw new ScriptError(`Use: ${USAGE}.`);
  await install({ dev: true });
  await build();
  const reports = mkdtempSync(join(tmpdir(), "hearback-test-"));
  const total = { passed: 0, failed: 0 };
  try {
    for (const name of only === undefined ? Object.keys(RUNS) : [only]) {
      const { passed, failed } = await RUNS[name](join(reports, `${name}.json`), args);
      total.passed += passed;
      total.failed += failed;
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});
