/** Seconds that a browser is remembered after its last login: a year. */
export const DEVICE_MAX_AGE = 365 * 24 * 60 * 60;

/** Behind https the prefix binds the cookie to this very host and to https. */
function cookieName(isHttps: boolean): string {
  return isHttps ? "__Host-hearback_device" : "hearback_device";
}

/** The device's token of a Cookie header, or null. */
export function readDeviceToken(header: string | undefined, isHttps: boolean): string | null {
  const prefix = `${cookieName(isHttps)}=`;
  const pair = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  const token = pair?.trimStart().slice(prefix.length);
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** Set-Cookie that lets a browser be known again: host-only, out of scripts' reach. */
export function deviceCookie(token: string, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  const name = cookieName(isHttps);
  return `${name}=${token}; Path=/; Max-Age=${String(DEVICE_MAX_AGE)}; HttpOnly; SameSite=Lax${secure}`;
}
