import { createHash, createVerify, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { readDkimKey } from "./dkimKey.ts";
import { openMailer } from "./mailer.ts";

const folder = mkdtempSync(join(tmpdir(), "hearback-dkim-"));
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

function configWith(key: string | undefined) {
  const keyFile = join(folder, key === undefined ? "missing.pem" : "dkim.pem");
  if (key !== undefined) writeFileSync(keyFile, key);
  return loadConfig({
    SMTP_URL: server.url,
    MAIL_FROM: "Portal <portal@example.com>",
    DKIM_DOMAIN: "example.com",
    DKIM_SELECTOR: "hearback",
    DKIM_KEY_FILE: keyFile,
  });
}

/** Splits a mail into its unfolded header lines and its body. */
function parse(raw: string): { headers: [name: string, value: string][]; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n(?=[ \t])/g, "")
    .split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1)];
  });
  return { headers, body: raw.slice(end + 4) };
}

const relaxed = (name: string, value: string) =>
  `${name}:${value.replaceAll(/[ \t]+/g, " ").trim()}`;

/** Verifies the signature as receivers do: https://www.rfc-editor.org/rfc/rfc6376#section-6.1 */
function verifySignature(raw: string): { signed: string[]; tags: Record<string, string> } {
  const { headers, body } = parse(raw);
  const signature = headers.find(([name]) => name === "dkim-signature")?.[1] ?? "";
  const tags: Record<string, string> = Object.fromEntries(
    signature.split(";").map((tag) => {
      const equals = tag.indexOf("=");
      return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replaceAll(/\s/g, "")];
    }),
  );
  const relaxedBody = body
    .replaceAll(/[ \t]+(?=\r\n)/g, "")
    .replaceAll(/[ \t]+/g, " ")
    .replace(/(?:\r\n)*$/, "\r\n");
  expect(createHash("sha256").update(relaxedBody, "latin1").digest("base64")).toBe(tags["bh"]);
  const signed = (tags["h"] ?? "").toLowerCase().split(":");
  const lines = signed.flatMap((name) => {
    const header = headers.find(([other]) => other === name);
    return header ? [`${relaxed(...header)}\r\n`] : [];
  });
  const unsigned = relaxed("dkim-signature", signature.replace(/(\bb=)[^;]*$/, "$1"));
  const verify = createVerify("RSA-SHA256").update(lines.join("") + unsigned, "latin1");
  expect(verify.verify(publicKey, tags["b"] ?? "", "base64")).toBe(true);
  return { signed, tags };
}

test("a mail that a mail server receives has a valid DKIM signature, which covers both headers for unsubscribing", async () => {
  const mailer = openMailer(configWith(privateKey), { warn: () => undefined });
  await mailer.send({
    to: "ada@example.com",
    subject: "Geplant: Über alles",
    text: "Hello  Ada \n.\nbye\n\n",
    html: "<p>Hällo</p>",
    headers: {
      "List-Unsubscribe": "<http://localhost/unsubscribe/4c8e>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  await mailer.send({ to: "ada@example.com", subject: "Your code", text: "123456" });
  mailer.close();
  const [notification, account] = server.received
    .splice(0)
    .map(({ raw }) => raw.toString("latin1"));
  const { signed, tags } = verifySignature(notification ?? "");
  expect(tags).toMatchObject({ d: "example.com", s: "hearback", a: "rsa-sha256" });
  expect(signed).toEqual(
    expect.arrayContaining(["from", "subject", "list-unsubscribe", "list-unsubscribe-post"]),
  );
  verifySignature(account ?? "");
});

test.each([
  ["a missing file", undefined, /^DKIM_KEY_FILE cannot be read \(ENOENT\): [^\n]+$/],
  ["a file that is no key", "secret", /^DKIM_KEY_FILE must contain [^\n]+$/],
  ["a public key", publicKey, /^DKIM_KEY_FILE must contain [^\n]+$/],
  [
    "an Ed25519 key",
    generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    /^DKIM_KEY_FILE must contain [^\n]+$/,
  ],
])("with %s, the portal does not start, and one line names DKIM_KEY_FILE", (_, key, message) => {
  const read = () => readDkimKey(configWith(key));
  expect(read).toThrow(StartError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret/);
});
