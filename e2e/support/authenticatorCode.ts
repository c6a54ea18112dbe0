import { Secret, TOTP } from "otpauth";

/** What an authenticator app shows for a key, so many steps of 30 seconds from now. */
export function authenticatorCode(key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}
