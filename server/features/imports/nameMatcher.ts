import { foldText } from "#contract/foldText.ts";
import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
} from "#contract/feedbackLabels.ts";
import type { ImportNameKind } from "#contract/importMapping.ts";
import type { ChosenName } from "./storedRun.ts";

/** A board or topic of the company. */
export interface NamedTarget {
  kind: "board" | "topic";
  id: number;
  name: string;
  /** Whether it is a private board. */
  isPrivate: boolean;
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
 * Names of statuses in other products, folded, with the portal's status of the same meaning.
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

const keyOf = (name: string) => foldText(name.trim()).replaceAll(/[\s_-]+/g, " ");

interface NamesOfFile {
  /** The company's boards and topics. */
  targets: readonly NamedTarget[];
  /** The admin's choices. */
  chosen: readonly ChosenName[];
  /** The names of the boards that are private according to the file. */
  privateNames: ReadonlySet<string>;
}

/**
 * Returns a function that finds the target of a name in a file. An admin's choice has precedence.
 * Without a usable choice, the target is the board, topic, status or category with the same name.
 * Names are compared folded, and hyphens and underscores count as spaces. A status of another product
 * gets the portal's status of the same meaning. A private board of the file never gets a public
 * board as its target.
 */
export function createNameMatcher({
  targets,
  chosen,
  privateNames,
}: NamesOfFile): (kind: ImportNameKind, name: string) => NameMatch {
  const of = (kind: ImportNameKind, name: string) => `${kind} ${keyOf(name)}`;
  const exactly = (kind: ImportNameKind, name: string) => `${kind} ${name}`;
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
  // An exact match of the name is preferred, because names that differ only in case or hyphens can
  // be different boards or topics.
  const choices = new Map([
    ...chosen.map(({ kind, name, target }) => [of(kind, name), target] as const),
    ...chosen.map(({ kind, name, target }) => [exactly(kind, name), target] as const),
  ]);
  const isPossible = (kind: ImportNameKind, name: string, target: string) =>
    isKnownTarget(targets, kind, target) &&
    !isPublished({ targets, privateNames }, { kind, name, target });
  return (kind, name) => {
    const exact = exactly(kind, name);
    const choice = choices.get(choices.has(exact) ? exact : of(kind, name));
    // A chosen board or topic is not used if it was deleted after the choice. A board that was
    // chosen for a private board is not used if it has become public since.
    if (choice === null || (choice !== undefined && isPossible(kind, name, choice)))
      return { target: choice, match: "chosen" };
    const proposal = proposed.get(of(kind, name));
    if (proposal !== undefined && isPossible(kind, name, proposal))
      return { target: proposal, match: "proposed" };
    return { target: null, match: "unknown" };
  };
}

/**
 * Whether the name belongs to a private board of the file, and the target is not a private board.
 */
export function isPublished(
  { targets, privateNames }: Omit<NamesOfFile, "chosen">,
  { kind, name, target }: ChosenName,
): boolean {
  if (kind !== "board" || !privateNames.has(name)) return false;
  return !targets.some((found) => isTarget(found, kind, target) && found.isPrivate);
}

const isTarget = (found: NamedTarget, kind: ImportNameKind, target: string | null) =>
  found.kind === kind && String(found.id) === target;

/** Whether the target exists and is valid for a name of this kind. */
export function isKnownTarget(
  targets: readonly NamedTarget[],
  kind: ImportNameKind,
  target: string,
): boolean {
  if (kind === "status") return FEEDBACK_STATUSES.includes(target as FeedbackStatus);
  if (kind === "category") return FEEDBACK_CATEGORIES.includes(target as FeedbackCategory);
  return targets.some((found) => isTarget(found, kind, target));
}
