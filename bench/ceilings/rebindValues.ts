import { createHash } from "node:crypto";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { Subject } from "../scenarios/scenario.ts";

/** Gives one of a statement's values for any subject. */
type Hole = (subject: Subject) => unknown;

const digest = (id: number) => createHash("sha256").update(String(id)).digest("base64url");

/** Where a value came from, if it came from the subject: the user, by id, session or the key of a limit; the item; the text. */
function holeFor(value: unknown, { user, itemId, text }: Subject): Hole | undefined {
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

/** Turns the values that a statement had for one subject into those that it has for any other. */
export function rebindValues(
  values: readonly unknown[],
  recordedFor: Subject,
): (subject: Subject) => unknown[] {
  const holes = values.map((value) => holeFor(value, recordedFor) ?? (() => value));
  return (subject) => holes.map((hole) => hole(subject));
}
