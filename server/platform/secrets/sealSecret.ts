import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/platform/config/config.ts";

type KeyConfig = Pick<Config, "secretKey" | "dataDir">;

/** File in `DATA_DIR` with the installation's key, unless `SECRET_KEY` is set. */
export const KEY_FILE = "secret-key";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of sealed secrets: AES-256-GCM, then the initialization vector and the tag. */
const VERSION = 1;

/**
 * Encrypts a secret with the installation's key, so that a copy of the database alone does not
 * contain it. The key is `SECRET_KEY`, or a file that is created when it is first needed.
 */
export function sealSecret(config: KeyConfig, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", readKey(config) ?? createKey(config), iv);
  const content = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), content]);
}

/**
 * Decrypts a secret. Returns null if it was sealed with another key, for example by the installation
 * whose backup was restored here.
 */
export function openSecret(config: KeyConfig, sealed: Buffer): string | null {
  const key = readKey(config);
  const start = 1 + IV_BYTES + TAG_BYTES;
  if (key === null || sealed.length < start || sealed[0] !== VERSION) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 1 + IV_BYTES));
  decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, start));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString();
  } catch {
    return null;
  }
}

/** The keys that were read from files, by the file. */
const keys = new Map<string, Buffer>();

function readKey({ secretKey, dataDir }: KeyConfig): Buffer | null {
  if (secretKey) return secretKey;
  const file = join(dataDir, KEY_FILE);
  const known = keys.get(file);
  if (known) return known;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== KEY_BYTES) throw new Error(`${file} contains no key of 32 bytes in base64`);
  keys.set(file, key);
  return key;
}

/** Creates the file of the key, unless another process has done so meanwhile. */
function createKey(config: KeyConfig): Buffer {
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true });
  const draft = join(dataDir, `${KEY_FILE}.${String(process.pid)}`);
  const text = `${randomBytes(KEY_BYTES).toString("base64")}\n`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, join(dataDir, KEY_FILE));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  const key = readKey(config);
  if (key === null) throw new Error("The installation's key was deleted");
  return key;
}
