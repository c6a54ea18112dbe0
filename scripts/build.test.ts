import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXTERNAL_PACKAGES } from "../vite.server.config.ts";
import { INPUTS, hashInputs } from "./build.mjs";
import { root } from "./runtime.mjs";

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "hearback-inputs-"));
  for (const input of INPUTS) cpSync(join(root, input), join(copy, input), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("equal files in different folders have the same build hash", () => {
  expect(hashInputs(copy)).toBe(hashInputs(root));
});

test.each([
  "contract/fields.ts",
  "server/app/buildApp.ts",
  "server/platform/db/migrations/0001_foundation.sql",
  "server/new.ts",
  "web/app/main.tsx",
  "vite.server.config.ts",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
])("a change of %s changes the build hash", (path) => {
  const before = hashInputs(copy);
  writeFileSync(join(copy, path), "changed");
  expect(hashInputs(copy)).not.toBe(before);
});

test("a change of a test file does not change the build hash", () => {
  const before = hashInputs(copy);
  writeFileSync(join(copy, "server", "new.test.ts"), "changed");
  expect(hashInputs(copy)).toBe(before);
});

test("the server imports no development dependency", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const ofTests = /\.test\.ts$|^server\/checks\//;
  const sources = globSync("server/**/*.ts", { cwd: root }).filter((file) => !ofTests.test(file));
  const imported = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /(?:from |import\()"((?:@[^/"]+\/)?[^/"]+)/g,
      ),
    ].map(([, name]) => name ?? ""),
  );
  expect(imported).toContain("fastify");
  const missing = imported.filter(
    (name) => name in devDependencies && !EXTERNAL_PACKAGES.includes(name),
  );
  expect(missing).toEqual([]);
});

test("the built server renders pages with the production build of React", () => {
  const [newest] = JSON.parse(
    readFileSync(join(root, "dist", "assets.json"), "utf8"),
  ) as string[][];
  const chunks = (newest ?? []).filter((file) => /^(?:portal|server)\/.*\.js$/.test(file));
  expect(chunks.length).toBeGreaterThan(50);
  const files = ["portal/main.js", "server/entry-server.js", ...chunks];
  const withDevelopment = files.filter((file) =>
    /react[\w.-]*\.development\.js/.test(readFileSync(join(root, "dist", file), "utf8")),
  );
  expect(withDevelopment).toEqual([]);
});
