import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
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

async function runVitest(what, { report, output }, args) {
  const reporters = [
    "--reporter=default",
    `--reporter=${join(root, "scripts", "vitestReport.mjs")}`,
  ];
  const command = [program("vitest", "vitest.mjs"), "run", ...reporters, ...args];
  const exitCode = await handOver(command, { HEARBACK_TEST_REPORT: report }, output);
  return judge(what, exitCode, readVitestReport(report));
}

async function testPages({ report, output }, args) {
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
  const exitCode = await handOver(command, environment, output);
  return judge("e2e", exitCode, readPlaywrightReport(report));
}

const RUNS = {
  server: (to, args) => runVitest("server", to, args),
  faults: (to, args) => runVitest("faults", to, ["--config", "faults/vitest.config.ts", ...args]),
  components: (to, args) =>
    runVitest("components", to, ["--config", "vitest.components.config.ts", ...args]),
  e2e: testPages,
};

const run = (name, folder, args = [], output = "inherit") =>
  RUNS[name]({ report: join(folder, `${name}.json`), output }, args);

/**
 * Runs one kind of tests in the background, and prints the output of these tests once `shown` has
 * resolved.
 */
async function runAside(name, folder, shown) {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, "w");
  try {
    return await run(name, folder, [], output);
  } finally {
    closeSync(output);
    await shown;
    process.stdout.write(readFileSync(log));
  }
}

/** Folders of the tests, with the kind that runs them. */
const KINDS = {
  bench: "server",
  contract: "server",
  e2e: "e2e",
  faults: "faults",
  scripts: "server",
  server: "server",
};

/**
 * Runs the long tests whose paths contain this word, for example `fuzz` or `replica`. A plural also
 * finds the singular, so that `kills` finds `killPortal.long.test.ts`.
 */
async function runPart(part, folder) {
  const word = part.replace(/s$/, "").toLowerCase();
  const files = Object.keys(KINDS)
    .flatMap((name) =>
      readdirSync(join(root, name), { recursive: true }).map((path) => join(name, path)),
    )
    .filter((path) => /\.long\.test\.tsx?$/.test(path) && path.toLowerCase().includes(word));
  if (files.length === 0)
    throw new ScriptError(`No long test has '${part}' in its path. Use: ${USAGE}.`);
  const outcomes = [];
  for (const [kind, paths] of Map.groupBy(files, (path) => KINDS[path.split(sep, 1)[0]]))
    outcomes.push(await run(kind, folder, paths));
  return outcomes;
}

/**
 * Runs all tests. Fault tests and component tests run at the same time as the server tests. The
 * fault tests spend half of their time waiting for unavailable databases. Browser tests use every
 * core, so they run alone. In a long run, the server tests run alone as well.
 */
async function runAll(folder, isLong) {
  const server = run("server", folder);
  if (isLong) await server;
  const faults = runAside("faults", folder, server);
  const components = run("components", folder);
  return [await server, await faults, await components, await run("e2e", folder)];
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
  await install({ dev: true });
  // Component tests need no build, because they read the sources.
  if (only !== "components") await build();
  const folder = mkdtempSync(join(tmpdir(), "hearback-test-"));
  let outcomes;
  try {
    if (isKind) outcomes = [await run(only, folder, args)];
    else outcomes = await (only === undefined ? runAll(folder, isLong) : runPart(only, folder));
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
