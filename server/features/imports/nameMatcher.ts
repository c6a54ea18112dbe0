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

/**
 * The status, category, board or topic that a name stands for. If `target` is null, rows with the
 * name are skipped; a tag without a target is ignored.
 */
export interface NameMatch {
  target: string | null;
  match: "proposed" | "chosen" | "unknown";
}

/**
 * Names of statuses in other products, in lower case, with the portal's status of the same meaning.
 */
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
 * Returns a function that finds the target of a name in a file. The target is the one that an admin
 * has chosen. Without a choice, the target is the board, topic, status or category with the same
 * name.
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
      // A board or topic may have been deleted after an admin chose it.
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

/** Whether the target exists and a name of this kind can stand for it. */
export function isKnownTarget(
  targets: readonly NamedTarget[],
  kind: ImportNameKind,
  target: string,
): boolean {
  if (kind === "status") return FEEDBACK_STATUSES.includes(target as FeedbackStatus);
  if (kind === "category") return FEEDBACK_CATEGORIES.includes(target as FeedbackCategory);
  return targets.some((found) => found.kind === kind && String(found.id) === target);
}
