import { hash } from "node:crypto";
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { TOKEN_LIMIT } from "#contract/signedTokens.ts";
import { TokenClaims } from "#contract/tokenClaims.ts";

/** Seconds by which the clocks of the application and of the portal may differ. */
const SKEW = 60;
/** Longest time in seconds from `iat` to `exp`. */
const LIFETIME = 60 * 60;

/** Why a token is refused, for the person who came with it. */
export type TokenFault = "tokenExpired" | "tokenRefused";

/** Thrown for a token that does not log in. The message is for the developers of the application. */
export class TokenRefusedError extends Error {
  override name = "TokenRefusedError";
  readonly fault: TokenFault;

  constructor(message: string, fault: TokenFault = "tokenRefused") {
    super(message);
    this.fault = fault;
  }
}

/**
 * What the tokens of a company are verified with. It decides which algorithms are accepted, so that
 * no token can have a public key taken for a secret.
 */
export type Verification =
  | { readonly method: "secret"; readonly secrets: readonly string[] }
  | { readonly method: "keys"; readonly keys: JWTVerifyGetKey };

const ALGORITHMS = { secret: ["HS256"], keys: ["RS256", "ES256", "EdDSA"] } as const;

export interface VerifiedToken {
  claims: TokenClaims;
  /** Identifies the token among those of its company. A token works once. */
  tokenHash: Buffer;
  /** When it is refused in any case. */
  expiresAt: Date;
}

/**
 * Verifies a token (docs/decisions/0096-signed-tokens.md).
 * @param audiences the addresses of the portal, one of which the token must be made for
 * @throws TokenRefusedError
 */
export async function verifyToken(
  token: string,
  verification: Verification,
  audiences: readonly string[],
): Promise<VerifiedToken> {
  if (token.length > TOKEN_LIMIT)
    throw new TokenRefusedError(
      `The token has ${String(token.length)} characters. At most ${String(TOKEN_LIMIT)} are read.`,
    );
  const payload = await verifySignature(token, verification);
  requireAudience(payload, audiences);
  requireTimes(payload);
  const parsed = TokenClaims.safeParse(payload);
  if (!parsed.success) throw new TokenRefusedError(wordsOf(parsed.error.issues[0]));
  const claims = parsed.data;
  return {
    claims,
    tokenHash: identityOf(token, claims.jti),
    expiresAt: new Date((claims.exp + 2 * SKEW) * 1000),
  };
}

/** Returns header and content of a token without verifying it, as far as they can be read. */
export function readToken(token: string): { header: string | null; claims: string | null } {
  const shown = (read: () => object) => {
    try {
      return JSON.stringify(read(), null, 2);
    } catch {
      return null;
    }
  };
  return {
    header: shown(() => decodeProtectedHeader(token)),
    claims: shown(() => decodeJwt(token)),
  };
}

async function verifySignature(token: string, verification: Verification): Promise<JWTPayload> {
  const { method } = verification;
  const options = {
    algorithms: [...ALGORITHMS[method]],
    clockTolerance: SKEW,
    requiredClaims: ["sub", "email", "aud", "iat", "exp"],
  };
  try {
    if (verification.method === "keys")
      return (await jwtVerify(token, verification.keys, options)).payload;
    const [first, ...others] = verification.secrets.map((secret) => Buffer.from(secret));
    if (!first) throw new TokenRefusedError("The portal has no secret to verify tokens with.");
    let result = jwtVerify(token, first, options);
    for (const secret of others)
      result = result.catch((error: unknown) => {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        return jwtVerify(token, secret, options);
      });
    return (await result).payload;
  } catch (error) {
    throw refusalOf(error, token, method);
  }
}

function refusalOf(error: unknown, token: string, method: Verification["method"]): Error {
  if (error instanceof errors.JWTExpired) return expired(error.payload);
  if (error instanceof errors.JWTClaimValidationFailed)
    return new TokenRefusedError(
      error.reason === "missing"
        ? `\`${error.claim}\` is missing.`
        : `\`${error.claim}\` is wrong: ${error.message}.`,
    );
  if (error instanceof errors.JOSEAlgNotAllowed) return wrongAlgorithm(token, method);
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new TokenRefusedError(
      method === "secret"
        ? "The signature does not match. Is the token signed with one of the secrets, as it is written?"
        : "The signature does not match the public key.",
    );
  if (error instanceof errors.JWKSNoMatchingKey)
    return new TokenRefusedError(
      "The published keys contain none with the `kid` and `alg` of the token.",
    );
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return new TokenRefusedError(
      "Several of the published keys fit. Name the key in the header of the token, as `kid`.",
    );
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid)
    return new TokenRefusedError(
      "This is not a signed token. It has three parts with dots between them.",
    );
  if (error instanceof errors.JOSEError)
    return new TokenRefusedError(`The token cannot be verified: ${error.message}.`);
  return error instanceof Error ? error : new Error("The token cannot be verified");
}

function wrongAlgorithm(token: string, method: Verification["method"]): TokenRefusedError {
  const { alg = "" } = decodeProtectedHeader(token);
  const accepted = ALGORITHMS[method].join(", ");
  return new TokenRefusedError(
    `\`alg\` is ${JSON.stringify(alg.slice(0, 20))}. The settings of the portal accept ${accepted} only.`,
  );
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function expired({ exp = 0 }: JWTPayload): TokenRefusedError {
  const seconds = String(nowInSeconds() - exp);
  return new TokenRefusedError(`The token has expired ${seconds} seconds ago.`, "tokenExpired");
}

/**
 * The audience must be one address. A token for several audiences could be used by one of them at
 * another one.
 */
function requireAudience({ aud }: JWTPayload, audiences: readonly string[]): void {
  const [only, ...others] = Array.isArray(aud) ? aud : [aud];
  const expected = audiences.join(" or ");
  const isHere = typeof only === "string" && audiences.includes(only.replace(/\/$/, ""));
  if (!isHere || others.length > 0)
    throw new TokenRefusedError(
      `\`aud\` is ${JSON.stringify(aud).slice(0, 200)}. It must be ${expected}.`,
    );
}

function requireTimes({ iat = 0, exp = 0 }: JWTPayload): void {
  const ahead = iat - nowInSeconds();
  if (ahead > SKEW)
    throw new TokenRefusedError(
      `\`iat\` is ${String(ahead)} seconds in the future. Is the clock of the application right?`,
    );
  if (exp - iat > LIFETIME)
    throw new TokenRefusedError(
      `\`exp\` is ${String(Math.round((exp - iat) / 60))} minutes after \`iat\`. At most 60 are accepted.`,
    );
}

/**
 * Without a `jti`, the signed part identifies the token. The signature cannot, because an elliptic
 * curve has two for the same text.
 */
function identityOf(token: string, jti: string | undefined): Buffer {
  const signed = token.slice(0, token.lastIndexOf("."));
  return hash("sha256", jti === undefined ? `token ${signed}` : `jti ${jti}`, "buffer");
}

const FIELDS: Readonly<Record<string, string>> = {
  "Invalid email format": "`email` is not an address that this portal accepts.",
  "Email is required": "`email` is empty.",
};

const wordsOf = (issue: { message: string } | undefined) =>
  FIELDS[issue?.message ?? ""] ?? issue?.message ?? "The content of the token is wrong.";
