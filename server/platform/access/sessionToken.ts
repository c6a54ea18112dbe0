import { createHash, randomBytes } from "node:crypto";
import { cookieName, hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";

/** Seconds a session lives at most, used or not. */
export const SESSION_MAX_AGE = 60 * 24 * 60 * 60;

/** 256 random bits; only its SHA-256 is ever stored. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const name = "hearback_session";

/** The session's cookie as clients see it. */
export function sessionCookieName(isHttps: boolean): string {
  return cookieName(name, isHttps);
}

/** Whether a Cookie header holds a session of any kind, alive or not. */
export function hasSessionCookie(header: string | undefined): boolean {
  return header?.includes(`${name}=`) ?? false;
}

/** The session token of a Cookie header, or null. */
export function readSessionToken(header: string | undefined, isHttps: boolean): string | null {
  return readTokenCookie(header, { name, isHttps });
}

/** Set-Cookie for a session's token. */
export function sessionCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: SESSION_MAX_AGE, isHttps });
}

/** Set-Cookie that removes the session's token. */
export function endedSessionCookie(isHttps: boolean): string {
  return hostCookie({ name, value: "", maxAge: 0, isHttps });
}
