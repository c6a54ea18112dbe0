import { createHash } from "node:crypto";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { Subject } from "../scenarios/scenario.ts";

/** Computes the value of a statement parameter for a subject. */
type Parameter = (subject: Subject) => unknown;

const digest = (id: number) => createHash("sha256").update(String(id)).digest("base64url");

/**
 * Returns a function that computes the value of a parameter for any other subject. This requires
 * that the recorded value is the user's id, session or rate limit key, the item's id, or the text
 * of the recorded subject. Returns undefined for any other value.
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
