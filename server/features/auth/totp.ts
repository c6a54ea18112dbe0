import { Secret, TOTP } from "otpauth";

/** Seconds that one code is shown. */
const PERIOD = 30;

/** Steps by which a device's clock may be off. */
const WINDOW = 1;

/** What every authenticator app takes: SHA-1, six digits, thirty seconds. */
function totpOf(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  // A copy: a Buffer may be a part of a larger piece of memory.
  const { buffer } = new Uint8Array(secret);
  return new TOTP({
    ...names,
    secret: new Secret({ buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD,
  });
}

/** The step whose code this is, now or a step beside now; null when it is none. */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | null {
  // The library compares lengths in UTF-16 and contents in UTF-8, and throws where they differ.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** What an authenticator app is given: as text to type, and as the address in the QR code. */
export function authenticatorKey(
  secret: Buffer,
  names: { issuer: string; label: string },
): { secret: string; uri: string } {
  const totp = totpOf(secret, names);
  return { secret: totp.secret.base32, uri: totp.toString() };
}
