import { hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";

/** Seconds that a browser is remembered after its last login: a year. */
export const DEVICE_MAX_AGE = 365 * 24 * 60 * 60;

const name = "hearback_device";

/** The device's token of a Cookie header, or null. */
export function readDeviceToken(header: string | undefined, isHttps: boolean): string | null {
  return readTokenCookie(header, { name, isHttps });
}

/** Set-Cookie by which a browser is known again. */
export function deviceCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: DEVICE_MAX_AGE, isHttps });
}
