import { hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";

/**
 * One year in seconds. The device cookie expires this long after the login that set the cookie. The
 * stored device expires this long after the last login with the device.
 */
export const DEVICE_MAX_AGE = 365 * 24 * 60 * 60;

const name = "hearback_device";

/** Returns the device token of a Cookie header, or null. */
export function readDeviceToken(header: string | undefined, isHttps: boolean): string | null {
  return readTokenCookie(header, { name, isHttps });
}

/** Returns the Set-Cookie value with which a later login recognises the browser. */
export function deviceCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: DEVICE_MAX_AGE, isHttps });
}
