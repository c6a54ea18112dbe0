import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { browserPath } from "./browser.mjs";
import { build } from "./build.mjs";
import { handOver } from "./children.mjs";
import { describeFailure, readPlaywrightReport, readVitestReport } from "./failedTests.mjs";
import { install } from "./install.mjs";
import { ScriptError, root, runScript } from "./runtime.mjs";

const USAGE =
  "npm test, or npm test -- server, faults or components [what Vitest takes], or npm test -- e2e [what Playwright takes]; npm run test:long likewise, or npm run test:long -- PART";

const program = (...path) => join(root, "node_modules", ...path);

/** Adds a failure to a run that failed without a failed test, for example because it was killed. */
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
  const reporters = [
    "--reporter=default",
    `--reporter=${join(root, "scripts", "vitestReport.mjs")}`,
  ];
  const command = [program("vitest", "vitest.mjs"), "run", ...reporters, ...args];
  const exitCode = await handOver(command, { HEARBACK_TEST_REPORT: report });
  return judge(what, exitCode, readVitestReport(report));
}

async function testPages(report, args) {
  const command = [
    program("@playwright", "test", "cli.js"),
    "test",
    "--reporter=list,json",
    ...args,
  ];
  const environment = {
    HEARBACK_BROWSER: await browserPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const exitCode = await handOver(command, environment);
  return judge("e2e", exitCode, readPlaywrightReport(report));
}

const RUNS = {
  server: (report, args) => runVitest("server", report, args),
  faults: (report, args) =>
    runVitest("faults", report, ["--config", "faults/vitest.config.ts", ...args]),
  components: (report, args) =>
    runVitest("components", report, ["--config", "vitest.components.config.ts", ...args]),
  e2e: testPages,
};

const run = (name, folder, args = []) => RUNS[name](join(folder, `${name}.json`), args);

const FOLDERS = ["bench", "contract", "e2e", "faults", "scripts", "server", "web"];

/**
 * Returns the long tests whose paths contain this word, for example `fuzz` or `replica`. A plural
 * also finds the singular, so that `kills` finds `killPortal.long.test.ts`.
 */
function listPart(part) {
  const word = part.replace(/s$/, "").toLowerCase();
  const files = FOLDERS.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true }).map((path) => join(name, path)),
  ).filter((path) => path.endsWith(".long.test.ts") && path.toLowerCase().includes(word));
  if (files.length > 0) return files;
  throw new ScriptError(`No long test has '${part}' in its path. Use: ${USAGE}.`);
}

async function runPart(files, folder) {
  const kindOf = (path) => {
    const [name] = path.split(sep, 1);
    return Object.hasOwn(RUNS, name) ? name : "server";
  };
  const outcomes = [];
  for (const kind of new Set(files.map(kindOf))) {
    const own = files.filter((path) => kindOf(path) === kind);
    outcomes.push(await run(kind, folder, own));
  }
  return outcomes;
}

/**
 * Runs all tests. In a short run, component tests run at the same time as the server tests. Browser
 * tests use every core, so they run alone.
 */
async function runAll(folder, isLong) {
  const server = run("server", folder);
  if (isLong) await server;
  const components = run("components", folder);
  return [await server, await components, await run("faults", folder), await run("e2e", folder)];
}

await runScript(async () => {
  const given = process.argv.slice(2);
  const isLong = given[0] === "--long";
  if (isLong) {
    given.shift();
    // The configurations of Vitest and Playwright leave out `*.long.test.ts` without this variable.
    process.env.HEARBACK_TESTS = "long";
  }
  const [only, ...args] = given;
  const isKind = only !== undefined && Object.hasOwn(RUNS, only);
  if (only !== undefined && !isKind && !isLong) throw new ScriptError(`Use: ${USAGE}.`);
  const part = only === undefined || isKind ? undefined : listPart(only);
  await install({ dev: true });
  // Component tests need no build, because they read the sources.
  if (only !== "components") await build();
  const folder = mkdtempSync(join(tmpdir(), "hearback-test-"));
  let outcomes;
  try {
    if (isKind) outcomes = [await run(only, folder, args)];
    else outcomes = await (part === undefined ? runAll(folder, isLong) : runPart(part, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  // The failures are repeated at the end, because many logs show only the end of the output.
  for (const failure of failures) console.log(`\n${describeFailure(failure)}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
});
