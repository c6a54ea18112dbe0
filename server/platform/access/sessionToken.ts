import { createHash, randomBytes } from "node:crypto";
import { cookieName, hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";

/** Maximum lifetime of a session in seconds, even if the session is in use. */
export const SESSION_MAX_AGE = 60 * 24 * 60 * 60;

/** Creates a token of 256 random bits. The database stores only its SHA-256. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the SHA-256 of a token, which the database stores instead of the token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const name = "hearback_session";

/** Returns the name of the session cookie, including the prefix used over HTTPS. */
export function sessionCookieName(isHttps: boolean): string {
  return cookieName(name, isHttps);
}

/** Whether a Cookie header contains a session cookie, valid or not. */
export function hasSessionCookie(header: string | undefined): boolean {
  return header?.includes(`${name}=`) ?? false;
}

/** Returns the session token of a Cookie header, or null. */
export function readSessionToken(header: string | undefined, isHttps: boolean): string | null {
  return readTokenCookie(header, { name, isHttps });
}

/** Returns the Set-Cookie value for a session token. */
export function sessionCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: SESSION_MAX_AGE, isHttps });
}

/** Returns the Set-Cookie value that deletes the session cookie. */
export function endedSessionCookie(isHttps: boolean): string {
  return hostCookie({ name, value: "", maxAge: 0, isHttps });
}
