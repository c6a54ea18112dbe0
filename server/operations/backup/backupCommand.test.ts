import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readArguments } from "./backupCommand.ts";

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

type Option = Parameters<typeof readArguments>[1][number];

function read(args: readonly string[], ...accepted: readonly Option[]) {
  process.argv = ["node", "runBackup.ts", ...args];
  return readArguments("npm run backup -- FILE", accepted.length > 0 ? accepted : ["company"]);
}

test("a relative backup path is resolved against the folder where npm was called", () => {
  vi.stubEnv("INIT_CWD", "/somewhere");
  expect(read(["a.backup", "--company", "acme"])).toEqual({
    path: resolve("/somewhere/a.backup"),
    company: "acme",
    isForeign: false,
    arePeopleSame: false,
    areSecretsDropped: false,
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

test("only --foreign lets a restore accept another installation's file, and only --same-people says that equal e-mail addresses belong to the same person", () => {
  const accepted = ["foreign", "same-people"] as const;
  expect(read(["a", "--foreign", "--same-people"], ...accepted)).toMatchObject({
    isForeign: true,
    arePeopleSame: true,
  });
  expect(read(["a", "--foreign"], ...accepted)).toMatchObject({
    isForeign: true,
    arePeopleSame: false,
  });
  expect(read(["a"], ...accepted).isForeign).toBe(false);
});
