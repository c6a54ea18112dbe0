import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./runtime.mjs";

/** Maximum number of lines of a failure message that are repeated at the end. */
const MESSAGE_LINES = 15;

/**
 * The number of passed tests, and each failed test or test file with its message.
 * @typedef {{ passed: number, failures: { file: string, name: string, message: string }[] }}
 * Outcome
 */

/** Reads the report of `scripts/vitestReport.mjs`. @returns {Outcome} */
export function readVitestReport(path) {
  return readReport(path) ?? { passed: 0, failures: [] };
}

/** Reads the report of Playwright's JSON reporter. @returns {Outcome} */
export function readPlaywrightReport(path) {
  const { stats, errors, suites } = readReport(path) ?? {
    stats: { expected: 0, flaky: 0 },
    errors: [],
    suites: [],
  };
  const broken = errors.map((error) => ({
    file: "e2e",
    name: "the file itself",
    message: textOf(error),
  }));
  return {
    passed: stats.expected + stats.flaky,
    failures: [...broken, ...suites.flatMap((file) => failuresIn(file, []))],
  };
}

/** Describes a failed test in a few lines. */
export function describeFailure({ file, name, message }) {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const path = isAbsolute(file) ? relative(root, file) : file;
  return [
    `FAILED ${path} > ${name}`,
    ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`),
  ].join("\n");
}

/** Returns the report; undefined if the run was killed and left no report. */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function failuresIn(suite, names) {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => ({
        file: `e2e/${file}`,
        name: [...names, title].join(" > "),
        message: results.flatMap(({ errors }) => errors.map(textOf)).join("\n"),
      })),
  );
  const inner = (suite.suites ?? []).flatMap((child) => failuresIn(child, [...names, child.title]));
  return [...own, ...inner];
}

const textOf = ({ message = "", value = "" }) => `${message}${value}`;
