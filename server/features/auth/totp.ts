import { Secret, TOTP } from "otpauth";

/** Seconds for which an authenticator app shows a code. */
const PERIOD = 30;

/** Number of time steps by which the clock of a user's device can be fast or slow. */
const WINDOW = 1;

/**
 * Returns a TOTP with SHA-1, six digits and a period of 30 seconds, which every authenticator app
 * supports.
 */
function totpOf(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  // The secret is copied, because a Buffer can be a view of a larger allocation.
  const { buffer } = new Uint8Array(secret);
  return new TOTP({
    ...names,
    secret: new Secret({ buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD,
  });
}

/**
 * Returns the time step of a code. Returns null if the code is wrong, or if its time step is more
 * than `WINDOW` steps from the current time step.
 */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | null {
  // Only ASCII digits are passed to the library. It compares lengths in UTF-16 units but contents
  // in UTF-8 bytes, and throws if the numbers of bytes differ.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/**
 * Returns the secret for an authenticator app in two forms: a text that the user can type, and the
 * URL in the QR code.
 */
export function authenticatorKey(
  secret: Buffer,
  names: { issuer: string; label: string },
): { secret: string; uri: string } {
  const totp = totpOf(secret, names);
  return { secret: totp.secret.base32, uri: totp.toString() };
}
