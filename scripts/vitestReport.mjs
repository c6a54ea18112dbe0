import { writeFileSync } from "node:fs";

/**
 * A Vitest reporter that writes counts and failures as JSON to `HEARBACK_TEST_REPORT`. Vitest's own
 * JSON reporter omits diffs, errors in hooks and uncaught errors.
 */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const failures = [
      ...modules.flatMap((module) => failuresOf(module, module.errors(), "the file itself")),
      ...modules
        .flatMap((module) => [...module.children.allSuites()])
        .flatMap((suite) => failuresOf(suite.module, suite.errors(), suite.fullName)),
      ...tests
        .filter((test) => test.result().state === "failed")
        .map((test) => failure(test.module, test.fullName, test.result().errors)),
      ...unhandledErrors.map((error) => ({
        file: error.VITEST_TEST_PATH ?? "a test file",
        name: "an error that nothing caught",
        message: textOf(error),
      })),
    ];
    writeFileSync(process.env.HEARBACK_TEST_REPORT, JSON.stringify({ passed, failures }));
  }
}

const failure = (module, name, errors) => ({
  file: module.moduleId,
  name,
  message: errors.map(textOf).join("\n"),
});

const failuresOf = (module, errors, name) =>
  errors.length > 0 ? [failure(module, name, errors)] : [];

const textOf = ({ message, diff = "", stack, cause }) =>
  [message, diff, whereOf(stack), cause?.message ? `Caused by: ${textOf(cause)}` : ""].join("\n");

/** Returns the stack frames in the project's own files. */
function whereOf(stack = "") {
  const lines = stack.split("\n").filter((line) => /^\s+at .*:\d+/.test(line));
  return lines.filter((line) => !/node_modules|node:internal/.test(line)).join("\n");
}
