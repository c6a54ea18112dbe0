import { createHash } from "node:crypto";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { Subject } from "../scenarios/scenario.ts";

/** Computes the value of a statement parameter for a subject. */
type Parameter = (subject: Subject) => unknown;

const digest = (id: number) => createHash("sha256").update(String(id)).digest("base64url");

/**
 * If `value` belongs to the recorded subject (id, session token hash or rate limit key of the user,
 * id of the item, or text), returns a function that computes the same parameter for another
 * subject. Returns undefined for any other value.
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
 * Takes the parameter values of a statement that was recorded for one subject. Returns a function
 * that computes these values for any other subject.
 */
export function rebindValues(
  values: readonly unknown[],
  recordedFor: Subject,
): (subject: Subject) => unknown[] {
  const parameters = values.map((value) => parameterFor(value, recordedFor) ?? (() => value));
  return (subject) => parameters.map((parameter) => parameter(subject));
}
