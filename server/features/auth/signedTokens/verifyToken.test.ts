import type { CryptoKey } from "jose";
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { newClaims, signClaims } from "#server/checks/fixtures/signToken.ts";
import type { Verification } from "./verifyToken.ts";
import { verifyToken } from "./verifyToken.ts";

const PORTAL = "https://feedback.acme.example";
const SECRET = "hbt_the-secret-of-the-application-0123456789ab";
const OTHER_SECRET = "hbt_the-next-secret-of-the-application-0123456";
const bySecret: Verification = { method: "secret", secrets: [SECRET, OTHER_SECRET] };

const now = () => Math.floor(Date.now() / 1000);
const verify = (token: string, verification: Verification = bySecret) =>
  verifyToken(token, verification, [PORTAL]);
const signed = (changes: object = {}, header?: object) =>
  signClaims(SECRET, newClaims(PORTAL, changes), header);

describe("a token that is signed with a secret", () => {
  test("is accepted with the first and with the second secret, and its claims are read", async () => {
    const company = { id: 7, name: "Initech", plan: "Pro", monthlySpend: 490 };
    const claims = newClaims(PORTAL, { company, roles: ["ignored"] });
    for (const secret of [SECRET, OTHER_SECRET]) {
      const verified = await verify(signClaims(secret, claims));
      expect(verified.claims).toEqual({
        ...omit(claims, ["aud", "roles"]),
        company: { ...company, id: "7" },
      });
    }
  });

  test("is accepted without a name and with an organisation that has only an id", async () => {
    const token = signed({ name: undefined, company: { id: "org-7" } });
    expect((await verify(token)).claims).toMatchObject({ company: { id: "org-7" } });
  });

  test("is accepted for the address of the portal with a slash behind it", async () => {
    await expect(verify(signed({ aud: `${PORTAL}/` }))).resolves.toBeDefined();
    await expect(verify(signed({ aud: [PORTAL] }))).resolves.toBeDefined();
  });

  test.each([
    ["without a signature", signed({}, { alg: "none" }).replace(/[^.]*$/, ""), /alg` is "none"/],
    ["with `alg` none and a signature", signed({}, { alg: "none" }), /alg` is "none"/],
    ["with another HMAC", signed({}, { alg: "HS512" }), /accept HS256 only/],
    ["of an algorithm for keys", signed({}, { alg: "RS256" }), /accept HS256 only/],
    ["with a foreign secret", signClaims("x".repeat(43), newClaims(PORTAL)), /signature does not/],
    ["with an unknown critical header", signed({}, { alg: "HS256", crit: ["x"], x: 1 }), /./],
    ["that is no token", "a.b", /not a signed token/],
    ["whose content is a list", signClaims(SECRET, [1]), /not a signed token/],
    ["that is too long", signed({ name: "n".repeat(3500) }), /characters\. At most 3500/],
  ])("%s is refused", async (_, token, message) => {
    await expect(verify(token)).rejects.toThrow(message);
  });

  test.each(["sub", "email", "aud", "iat", "exp"])("without `%s` is refused", async (claim) => {
    const token = signClaims(SECRET, omit(newClaims(PORTAL), [claim]));
    await expect(verify(token)).rejects.toThrow(`\`${claim}\` is missing`);
  });

  test.each([
    ["expired longer ago than a minute", () => ({ exp: now() - 62 }), /expired \d+ seconds ago/],
    ["issued more than a minute ahead", () => ({ iat: now() + 65, exp: now() + 90 }), /clock/],
    ["valid for longer than an hour", () => ({ exp: now() + 3700 }), /62 minutes after/],
    ["not valid yet", () => ({ nbf: now() + 90 }), /nbf/],
    ["with a time as text", () => ({ exp: String(now() + 60) }), /exp/],
    ["for another portal", () => ({ aud: "https://feedback.globex.example" }), /aud` is "https/],
    ["for several audiences", () => ({ aud: [PORTAL, "https://a.example"] }), /It must be/],
    ["with a number as `sub`", () => ({ sub: 7 }), /`sub` must be a text/],
    ["with a null byte in `sub`", () => ({ sub: "a\u0000b" }), /`sub` must be a text/],
    ["with a line break in `sub`", () => ({ sub: "a\nb" }), /`sub` must be a text/],
    ["with an endless `sub`", () => ({ sub: "s".repeat(201) }), /`sub` must be a text/],
    ["with half a character in `sub`", () => ({ sub: "a\uD800" }), /`sub` must be a text/],
    ["with a wrong address", () => ({ email: "nobody" }), /`email` is not an address/],
    ["with a null byte in the address", () => ({ email: "a\u0000@example.com" }), /`email` is not/],
    ["with an address of a test domain", () => ({ email: "a@b.invalid" }), /`email` is not/],
    ["with a company without an id", () => ({ company: { name: "A" } }), /`company.id`/],
    ["with a text as company", () => ({ company: "Initech" }), /`company` must be an object/],
    ["with a negative spend", () => ({ company: { id: "a", monthlySpend: -1 } }), /monthlySpend/],
    ["with a text as spend", () => ({ company: { id: "a", monthlySpend: "1" } }), /monthlySpend/],
    ["with an object as `jti`", () => ({ jti: {} }), /`jti` must be a text/],
  ])("%s is refused", async (_, changes, message) => {
    await expect(verify(signed(changes()))).rejects.toThrow(message);
  });

  test("is accepted if the clocks differ by up to a minute", async () => {
    await expect(verify(signed({ iat: now() + 55, exp: now() + 3600 }))).resolves.toBeDefined();
    await expect(verify(signed({ iat: now() - 300, exp: now() - 50 }))).resolves.toBeDefined();
  });

  test.each([
    ["Zoë\u0000Ünal\n", "Zoë Ünal"],
    ["\u202Eevil\u202C Ann", "evil Ann"],
    ["مريم الخطيب", "مريم الخطيب"],
    ["👩‍🚀 Sally Ride", "👩‍🚀 Sally Ride"],
    ["n".repeat(300), "n".repeat(120)],
    ["a\uD800b", "a\uFFFDb"],
    ["\u200B", undefined],
    ["X", undefined],
    [42, undefined],
  ])("with the name %j logs in as %j", async (name, shown) => {
    expect((await verify(signed({ name }))).claims.name).toBe(shown);
  });

  test("is identified by its `jti` or, without one, by what is signed", async () => {
    const claims = newClaims(PORTAL);
    const hashOf = async (token: string) => (await verify(token)).tokenHash.toString("hex");
    const first = await hashOf(signClaims(SECRET, claims));
    expect(await hashOf(signClaims(OTHER_SECRET, { ...claims, name: "Other" }))).toBe(first);
    const without = signClaims(SECRET, { ...claims, jti: undefined });
    expect(await hashOf(without)).toBe(await hashOf(without));
    expect(await hashOf(without)).not.toBe(first);
    expect(await hashOf(without)).not.toBe(await hashOf(signed({ jti: undefined })));
  });
});

describe("a token that is signed with a private key", () => {
  const pairs: Record<string, { privateKey: CryptoKey; publicKey: CryptoKey }> = {};
  let keys: Verification;
  beforeAll(async () => {
    const published = [];
    for (const alg of ["RS256", "ES256", "EdDSA"] as const) {
      pairs[alg] = await generateKeyPair(alg, { extractable: true });
      published.push({ ...(await exportJWK(pairs[alg].publicKey)), kid: alg, use: "sig" });
    }
    // A symmetric key among the public ones, which must never verify anything.
    published.push({ kty: "oct", k: Buffer.from(SECRET).toString("base64url"), kid: "oct" });
    keys = { method: "keys", keys: createLocalJWKSet({ keys: published }) };
  });
  const signedWith = (alg: string, header: object = { kid: alg }) =>
    new SignJWT(newClaims(PORTAL))
      .setProtectedHeader({ alg, ...header })
      .sign(pairs[alg]?.privateKey ?? Buffer.from(SECRET));

  test.each(["RS256", "ES256", "EdDSA"])("is accepted with %s", async (alg) => {
    await expect(verify(await signedWith(alg), keys)).resolves.toBeDefined();
    await expect(verify(await signedWith(alg, {}), keys)).resolves.toBeDefined();
  });

  test("is refused if it names a key that is not published", async () => {
    await expect(verify(await signedWith("RS256", { kid: "old" }), keys)).rejects.toThrow(
      /contain none with the `kid`/,
    );
  });

  test("is refused if a public key was taken for a secret", async () => {
    const publicKey = pairs["RS256"]?.publicKey;
    if (!publicKey) throw new Error("There is no key");
    const pem = await exportSPKI(publicKey);
    const jwk = JSON.stringify(await exportJWK(publicKey));
    for (const secret of [pem, pem.trim(), jwk, SECRET])
      for (const kid of ["RS256", "oct", undefined]) {
        const token = signClaims(secret, newClaims(PORTAL), { alg: "HS256", kid });
        await expect(verify(token, keys)).rejects.toThrow(/accept RS256, ES256, EdDSA only/);
      }
    await expect(verify(await signedWith("RS256"))).rejects.toThrow(/accept HS256 only/);
  });

  test("is refused if it brings its key along", async () => {
    const own = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const token = await new SignJWT(newClaims(PORTAL))
      .setProtectedHeader({ alg: "ES256", jwk, jku: "https://evil.example/keys" })
      .sign(own.privateKey);
    await expect(verify(token, keys)).rejects.toThrow(/signature does not match/);
  });
});

function omit(claims: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
}
