import { createHash, randomBytes } from "node:crypto";
import { cookieName, hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";

/** Maximum lifetime of a session in seconds, also if it is in use. */
export const SESSION_MAX_AGE = 60 * 24 * 60 * 60;

/** A token of 256 random bits. Only its SHA-256 is stored. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a token, as it is stored. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const name = "hearback_session";

/** The name of the session cookie, as clients see it. */
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

/** Set-Cookie value for a session token. */
export function sessionCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: SESSION_MAX_AGE, isHttps });
}

/** Set-Cookie value that deletes the session cookie. */
export function endedSessionCookie(isHttps: boolean): string {
  return hostCookie({ name, value: "", maxAge: 0, isHttps });
}
