/** A cookie for this host only, HttpOnly and SameSite (docs/product-decisions.md "HTTP"). */
interface HostCookie {
  name: string;
  value: string;
  /** Lifetime in seconds; 0 deletes the cookie. */
  maxAge: number;
  isHttps: boolean;
}

/**
 * Returns the full cookie name. Over https, the `__Host-` prefix binds the cookie to this host and
 * to https.
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/** Builds the Set-Cookie value. */
export function hostCookie({ name, value, maxAge, isHttps }: HostCookie): string {
  const secure = isHttps ? "; Secure" : "";
  return `${cookieName(name, isHttps)}=${value}; Path=/; Max-Age=${String(maxAge)}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the 256-bit token in a cookie of this name, or null. */
export function readTokenCookie(
  header: string | undefined,
  { name, isHttps }: { name: string; isHttps: boolean },
): string | null {
  const prefix = `${cookieName(name, isHttps)}=`;
  const pair = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  const token = pair?.trimStart().slice(prefix.length);
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}
