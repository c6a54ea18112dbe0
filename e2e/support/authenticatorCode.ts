import { Secret, TOTP } from "otpauth";

/**
 * Returns an authenticator app's code for a key.
 * @param steps number of steps of 30 seconds from now
 */
export function authenticatorCode(key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}
