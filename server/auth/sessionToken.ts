import { createHash, randomBytes } from "node:crypto";

/** Seconds a session lives at most, used or not. */
export const SESSION_MAX_AGE = 60 * 24 * 60 * 60;

/** 256 random bits; only its SHA-256 is ever stored. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Behind https the prefix binds the cookie to this very host and to https. */
function cookieName(isHttps: boolean): string {
  return isHttps ? "__Host-hearback_session" : "hearback_session";
}

/** Whether a Cookie header holds a session of any kind, alive or not. */
export function hasSessionCookie(header: string | undefined): boolean {
  return header?.includes("hearback_session=") ?? false;
}

/** The session token of a Cookie header, or null. */
export function readSessionToken(header: string | undefined, isHttps: boolean): string | null {
  const prefix = `${cookieName(isHttps)}=`;
  const pair = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  const token = pair?.trimStart().slice(prefix.length);
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** Set-Cookie for a session's token: host-only, out of scripts' reach, not sent by other sites' forms (DECISIONS "HTTP"). */
export function sessionCookie(token: string, isHttps: boolean): string {
  return cookie(token, SESSION_MAX_AGE, isHttps);
}

/** Set-Cookie that removes the session's token. */
export function endedSessionCookie(isHttps: boolean): string {
  return cookie("", 0, isHttps);
}

function cookie(value: string, maxAge: number, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  return `${cookieName(isHttps)}=${value}; Path=/; Max-Age=${String(maxAge)}; HttpOnly; SameSite=Lax${secure}`;
}
