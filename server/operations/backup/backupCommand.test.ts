import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readArguments } from "./backupCommand.ts";

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

function read(args: readonly string[], option: "company" | "foreign" = "company") {
  process.argv = ["node", "runBackup.ts", ...args];
  return readArguments("npm run backup -- FILE", option);
}

test("a relative backup path is resolved against the folder where npm was called", () => {
  vi.stubEnv("INIT_CWD", "/somewhere");
  expect(read(["a.backup", "--company", "acme"])).toEqual({
    path: resolve("/somewhere/a.backup"),
    company: "acme",
    isForeign: false,
  });
});

test.each([
  { args: [] },
  { args: [""] },
  { args: ["a", "b"] },
  { args: ["--wrong", "a"] },
  { args: ["a", "--company"] },
])("the backup arguments $args are refused with the usage text", ({ args }) => {
  expect(() => read(args)).toThrow("Use: npm run backup -- FILE");
});

test("restore refuses the argument --company, and backup refuses --foreign", () => {
  expect(() => read(["a", "--company", "acme"], "foreign")).toThrow("Use: ");
  expect(() => read(["a", "--foreign"], "company")).toThrow("Use: ");
});

test("only the argument --foreign makes a restore accept a file of another installation", () => {
  expect(read(["a", "--foreign"], "foreign").isForeign).toBe(true);
  expect(read(["a"], "foreign").isForeign).toBe(false);
});
