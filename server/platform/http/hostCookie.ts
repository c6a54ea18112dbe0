/** A cookie of this very host, out of scripts' reach, not sent by other sites' forms (DECISIONS "HTTP"). */
interface HostCookie {
  name: string;
  value: string;
  /** Seconds; 0 removes it. */
  maxAge: number;
  isHttps: boolean;
}

/** Behind https the prefix binds the cookie to this very host and to https. */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/** Its Set-Cookie header. */
export function hostCookie({ name, value, maxAge, isHttps }: HostCookie): string {
  const secure = isHttps ? "; Secure" : "";
  return `${cookieName(name, isHttps)}=${value}; Path=/; Max-Age=${String(maxAge)}; HttpOnly; SameSite=Lax${secure}`;
}

/** The token of 256 bits that a Cookie header holds under a name, or null. */
export function readTokenCookie(
  header: string | undefined,
  { name, isHttps }: { name: string; isHttps: boolean },
): string | null {
  const prefix = `${cookieName(name, isHttps)}=`;
  const pair = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  const token = pair?.trimStart().slice(prefix.length);
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}
