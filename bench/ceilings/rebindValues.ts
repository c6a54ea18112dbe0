import { createHash } from "node:crypto";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { Subject } from "../scenarios/scenario.ts";

/** Computes a statement parameter for a subject. */
type Parameter = (subject: Subject) => unknown;

const digest = (id: number) => createHash("sha256").update(String(id)).digest("base64url");

/**
 * Returns a function that computes the value of a recorded parameter for any other subject, if the
 * recorded value comes from the recorded subject: the user's id, session or rate limit key, the
 * item's id, or the text. Returns undefined for any other value.
 */
function parameterFor(value: unknown, { user, itemId, text }: Subject): Parameter | undefined {
  if (user && value === user.id) return (subject) => subject.user?.id;
  if (itemId !== undefined && value === itemId) return (subject) => subject.itemId;
  if (text !== undefined && value === text) return (subject) => subject.text;
  if (user && Buffer.isBuffer(value) && value.equals(hashToken(user.token))) {
    return (subject) => hashToken(subject.user?.token ?? "");
  }
  if (user && typeof value === "string" && value.endsWith(`:${digest(user.id)}`)) {
    const name = value.slice(0, value.lastIndexOf(":"));
    return (subject) => `${name}:${digest(subject.user?.id ?? 0)}`;
  }
  return undefined;
}

/**
 * Returns a function that computes the recorded parameters of one subject for any other subject.
 */
export function rebindValues(
  values: readonly unknown[],
  recordedFor: Subject,
): (subject: Subject) => unknown[] {
  const parameters = values.map((value) => parameterFor(value, recordedFor) ?? (() => value));
  return (subject) => parameters.map((parameter) => parameter(subject));
}
