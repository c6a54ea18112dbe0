import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
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

async function runVitest({ report, output }, args) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const command = [program("vitest", "vitest.mjs"), "run", ...reporters, ...args];
  const exitCode = await handOver(command, {}, output);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return count(exitCode, numPassedTests, numFailedTests);
}

async function testPages({ report, output }, args) {
  const command = [program("@playwright", "test", "cli.js"), "test", "--reporter=list,json", ...args];
  const env = { HEARBACK_BROWSER: await browserPath(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const exitCode = await handOver(command, env, output);
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
  return count(exitCode, expected + flaky, unexpected);
}

const testFaults = (place, args) => runVitest(place, ["--config", "faults/vitest.config.ts", ...args]);

const RUNS = { server: runVitest, faults: testFaults, e2e: testPages };

/** Runs tests whose output would be mixed up with that of others: it is shown when they are done. */
async function runAside(name, folder, args) {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, "w");
  try {
    return await RUNS[name]({ report: join(folder, `${name}.json`), output }, args);
  } finally {
    closeSync(output);
    process.stdout.write(readFileSync(log));
  }
}

/**
 * All tests. Those in the browser wait for browser, portal and each other half of their time, which one worker of the others fills; at full
 * size each has the machine to itself.
 */
async function runAll(folder, isLong) {
  const pages = () => testPages({ report: join(folder, "e2e.json") }, []);
  const others = async () => [
    await runAside("server", folder, isLong ? [] : ["--maxWorkers=1"]),
    await runAside("faults", folder, []),
  ];
  if (isLong) return [...(await others()), await pages()];
  // Found, or installed, before anything needs it.
  await browserPath();
  return (await Promise.all([others(), pages()])).flat();
}

await runScript(async () => {
  const given = process.argv.slice(2);
  const isLong = given[0] === "--long";
  if (isLong) {
    given.shift();
    // What tests take for their size; inherited by all that is started from here.
    process.env.HEARBACK_TEST_SIZE = "long";
  }
  const [only, ...args] = given;
  if (only !== undefined && !Object.hasOwn(RUNS, only)) throw new ScriptError(`Use: ${USAGE}.`);
  await install({ dev: true });
  await build();
  const folder = mkdtempSync(join(tmpdir(), "hearback-test-"));
  let counts;
  try {
    counts =
      only === undefined
        ? await runAll(folder, isLong)
        : [await RUNS[only]({ report: join(folder, `${only}.json`) }, args)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const passed = counts.reduce((sum, one) => sum + one.passed, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
