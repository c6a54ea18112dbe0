import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readArguments } from "./backupCommand.ts";

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

function read(args: readonly string[], takesCompany = true) {
  process.argv = ["node", "runBackup.ts", ...args];
  return readArguments("npm run backup -- FILE", takesCompany);
}

test("a relative backup path starts at the folder where npm was called", () => {
  vi.stubEnv("INIT_CWD", "/somewhere");
  expect(read(["a.backup", "--company", "acme"])).toEqual({
    path: resolve("/somewhere/a.backup"),
    company: "acme",
  });
});

test.each([
  { args: [] },
  { args: [""] },
  { args: ["a", "b"] },
  { args: ["--wrong", "a"] },
  { args: ["a", "--company"] },
])("the backup arguments $args are refused with the usage", ({ args }) => {
  expect(() => read(args)).toThrow("Use: npm run backup -- FILE");
});

test("a restore accepts no company argument", () => {
  expect(() => read(["a", "--company", "acme"], false)).toThrow("Use: ");
});
