import { Secret, TOTP } from "otpauth";

/** The code of an authenticator app for a key, in a number of steps of 30 seconds from now. */
export function authenticatorCode(key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}
