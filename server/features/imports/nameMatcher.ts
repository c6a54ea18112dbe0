import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
} from "#contract/feedbackLabels.ts";
import type { ImportNameKind } from "#contract/imports.ts";
import type { ChosenName } from "./storedRun.ts";

/** A board or topic of the company. */
export interface NamedTarget {
  kind: "board" | "topic";
  id: number;
  name: string;
}

/** What a name stands for. A null target leaves the rows out or, of a tag, is ignored. */
export interface NameMatch {
  target: string | null;
  match: "proposed" | "chosen" | "unknown";
}

/** Names of statuses in other products that mean one of the five. */
const STATUS_SYNONYMS: Readonly<Record<string, FeedbackStatus>> = {
  open: "new",
  "under review": "evaluating",
  "under consideration": "evaluating",
  reviewing: "evaluating",
  "in progress": "under_development",
  started: "under_development",
  building: "under_development",
  completed: "complete",
  done: "complete",
  shipped: "complete",
  released: "complete",
  live: "complete",
};

const keyOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");

/**
 * Returns a function that finds what a name of a file stands for: the admin's choice or, without
 * one, what has the same name in the company.
 */
export function createNameMatcher(
  targets: readonly NamedTarget[],
  chosen: readonly ChosenName[],
): (kind: ImportNameKind, name: string) => NameMatch {
  const of = (kind: ImportNameKind, name: string) => `${kind} ${keyOf(name)}`;
  const proposed = new Map<string, string>([
    ...Object.entries(STATUS_SYNONYMS).map(
      ([name, status]) => [of("status", name), status] as const,
    ),
    ...FEEDBACK_STATUSES.flatMap((status) => [
      [of("status", status), status] as const,
      [of("status", FEEDBACK_STATUS_LABELS[status]), status] as const,
    ]),
    ...FEEDBACK_CATEGORIES.flatMap((category) => [
      [of("category", category), category] as const,
      [of("category", FEEDBACK_CATEGORY_LABELS[category]), category] as const,
    ]),
    ...targets.map(({ kind, id, name }) => [of(kind, name), String(id)] as const),
  ]);
  const isTarget = (kind: ImportNameKind, target: string) => isKnownTarget(targets, kind, target);
  const choices = new Map(
    chosen
      // A board may have been deleted since it was chosen.
      .filter(({ kind, target }) => target === null || isTarget(kind, target))
      .map(({ kind, name, target }) => [of(kind, name), target]),
  );
  return (kind, name) => {
    const key = of(kind, name);
    const choice = choices.get(key);
    if (choice !== undefined) return { target: choice, match: "chosen" };
    const proposal = proposed.get(key);
    if (proposal !== undefined) return { target: proposal, match: "proposed" };
    return { target: null, match: "unknown" };
  };
}

/** Whether a name of this kind can stand for the target. */
export function isKnownTarget(
  targets: readonly NamedTarget[],
  kind: ImportNameKind,
  target: string,
): boolean {
  if (kind === "status") return FEEDBACK_STATUSES.includes(target as FeedbackStatus);
  if (kind === "category") return FEEDBACK_CATEGORIES.includes(target as FeedbackCategory);
  return targets.some((found) => found.kind === kind && String(found.id) === target);
}
