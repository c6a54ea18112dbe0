import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserPath } from "./browser.mjs";
import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { describeFailure, readPlaywrightReport, readVitestReport } from "./failedTests.mjs";
import { install } from "./install.mjs";
import { ScriptError, root, runScript } from "./runtime.mjs";

const USAGE =
  "npm test, or npm test -- server or faults [what Vitest takes], or npm test -- e2e [what Playwright takes]; npm run test:long likewise";

const program = (...path) => join(root, "node_modules", ...path);

/** A run that fails without a failed test, as one that was killed does, is a failure itself. */
function judge(what, exitCode, outcome) {
  if (exitCode === 0 || outcome.failures.length > 0) return outcome;
  const failure = {
    file: what,
    name: `ended with ${exitCode}`,
    message: "Its own output, further up, says why.",
  };
  return { ...outcome, failures: [failure] };
}

async function runVitest(what, report, args) {
  const reporters = ["--reporter=default", `--reporter=${join(root, "scripts", "vitestReport.mjs")}`];
  const command = [program("vitest", "vitest.mjs"), "run", ...reporters, ...args];
  const exitCode = await handOver(command, { HEARBACK_TEST_REPORT: report });
  return judge(what, exitCode, readVitestReport(report));
}

async function testPages(report, args) {
  const command = [program("@playwright", "test", "cli.js"), "test", "--reporter=list,json", ...args];
  const exitCode = await handOver(command, {
    HEARBACK_BROWSER: await browserPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return judge("e2e", exitCode, readPlaywrightReport(report));
}

const RUNS = {
  server: (report, args) => runVitest("server", report, args),
  faults: (report, args) => runVitest("faults", report, ["--config", "faults/vitest.config.ts", ...args]),
  e2e: testPages,
};

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
  let passed = 0;
  const failures = [];
  try {
    for (const name of only === undefined ? Object.keys(RUNS) : [only]) {
      const outcome = await RUNS[name](join(reports, `${name}.json`), args);
      passed += outcome.passed;
      failures.push(...outcome.failures);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  // Once more, where whoever sees but the end of the output finds it.
  for (const failure of failures) console.log(`\n${describeFailure(failure)}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
});
