import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { KEY_FILE, openSecret, sealSecret } from "./sealSecret.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "hearback-key-"));
  folders.push(folder);
  return { dataDir: folder, secretKey: undefined };
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test("a sealed secret does not contain the secret, and is opened by the same key only", () => {
  const here = newFolder();
  const secret = "пароль 🔑 of a provider";
  const sealed = sealSecret(here, secret);
  expect(sealed.includes(Buffer.from(secret).subarray(0, 8))).toBe(false);
  expect(openSecret(here, sealed)).toBe(secret);
  expect(sealSecret(here, secret).equals(sealed)).toBe(false);
  const elsewhere = newFolder();
  expect(openSecret(elsewhere, sealed)).toBeNull();
  sealSecret(elsewhere, "another");
  expect(openSecret(elsewhere, sealed)).toBeNull();
  const secretKey = Buffer.from(readFileSync(join(here.dataDir, KEY_FILE), "utf8"), "base64");
  expect(openSecret({ ...elsewhere, secretKey }, sealed)).toBe(secret);
});

test("a changed byte is noticed", () => {
  const here = newFolder();
  const sealed = sealSecret(here, "secret");
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSecret(here, changed)).toBeNull();
  }
  expect(openSecret(here, Buffer.alloc(3))).toBeNull();
});

test("only the owner can read the file of the key, and a file without a key is an error", () => {
  const here = newFolder();
  sealSecret(here, "secret");
  expect(statSync(join(here.dataDir, KEY_FILE)).mode & 0o777).toBe(0o600);
  const broken = newFolder();
  writeFileSync(join(broken.dataDir, KEY_FILE), "short");
  expect(() => sealSecret(broken, "secret")).toThrow("no key of 32 bytes");
});
