import type { ImportCounts, ImportKind, ImportRun } from "#contract/importRun.ts";
import type { ImportNameKind } from "#contract/importMapping.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import { countLabel, formatCount } from "#web/ui/countLabel.ts";

interface SourceLabel {
  readonly label: string;
  /** Describes which file to choose. */
  readonly help: string;
  /** The file types that the file picker offers. */
  readonly accept: string;
}

export const SOURCES: Readonly<Record<ImportSource, SourceLabel>> = {
  csv: {
    label: "CSV file",
    help: "A table from a spreadsheet or another product, with one row for each item.",
    accept: ".csv,.tsv,.txt,text/csv",
  },
  canny: {
    label: "Canny",
    help: "Everything with an API key, or the exported posts as a CSV file.",
    accept: ".csv",
  },
  fider: {
    label: "Fider",
    help: "The file backup.zip, from Export in the site settings.",
    accept: ".csv,.zip",
  },
  uservoice: {
    label: "UserVoice",
    help: "The exported CSV file of all ideas with their voters.",
    accept: ".csv",
  },
  quackback: {
    label: "Quackback",
    help: "The ZIP file of an exported workspace, or the CSV file of its posts.",
    accept: ".csv,.zip",
  },
  hearback: {
    label: "Hearback",
    help: "The ZIP file that Export Everything has made in another portal.",
    accept: ".zip",
  },
};

/** The title that is shown for an import in each state. */
export const STEP_TITLES: Readonly<Record<ImportRun["state"], string>> = {
  uploading: "Uploading",
  reading: "Reading the feedback",
  failed: "The import has failed",
  uploaded: "Prepare the check",
  checking: "Checking the feedback",
  checked: "Check the report",
  running: "Importing the feedback",
  done: "The import is done",
  undoing: "Undoing the import",
  undone: "The import was undone",
};

/** The result of each finished import in the list of earlier imports. */
export const FINISHED_LABELS: Readonly<Partial<Record<ImportRun["state"], string>>> = {
  failed: "Failed",
  done: "Imported",
  undone: "Undone",
};

export const NAME_KIND_LABELS: Readonly<Record<ImportNameKind, string>> = {
  status: "Status",
  category: "Category",
  board: "Board",
  topic: "Tag",
};

export const KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  picture: "Pictures",
  item: "Items",
  status_change: "Status changes",
  comment: "Comments",
  vote: "Votes",
  follow: "Followers",
  merge: "Merges",
  view: "Saved views",
  changelog_entry: "Changelog entries",
};

/** The singular label of each kind of record. */
export const RECORD_LABELS: Readonly<Record<ImportKind, string>> = {
  picture: "Picture",
  item: "Item",
  status_change: "Status change",
  comment: "Comment",
  vote: "Vote",
  follow: "Follower",
  merge: "Merge",
  view: "Saved view",
  changelog_entry: "Changelog entry",
};

/** Returns a text such as '12 new · 3 imported before'. */
export function importedPeopleLabel({
  total,
  new: created,
}: NonNullable<ImportRun["people"]>): string {
  return joined([
    [created, "new"],
    [total - created, "imported before"],
  ]);
}

type Fates = Omit<ImportCounts, "kind">;

/** Returns a text such as '1,200 new · 3 skipped'. */
export function fatesLabel({ new: created, changed, same, skipped }: Fates): string {
  return joined([
    [created, "new"],
    [changed, "changed"],
    [same, "unchanged"],
    [skipped, "skipped"],
  ]);
}

/** Joins the numbers that are not 0 with their words. */
function joined(parts: readonly (readonly [count: number, word: string])[]): string {
  const present = parts.filter(([count]) => count > 0);
  return present.map(([count, word]) => `${formatCount(count)} ${word}`).join(" · ");
}

/** Returns the numbers of new, changed, unchanged and skipped records of all kinds. */
export function totalOf(counts: readonly ImportCounts[]): Fates {
  const sum = (fate: keyof Fates) => counts.reduce((total, count) => total + count[fate], 0);
  return { new: sum("new"), changed: sum("changed"), same: sum("same"), skipped: sum("skipped") };
}

/**
 * Returns what an import would write, such as '12 items'; null if the import would write nothing.
 */
export function writtenLabel({ counts, settings }: ImportRun): string | null {
  const items = counts.find(({ kind }) => kind === "item");
  const itemsWritten = (items?.new ?? 0) + (items?.changed ?? 0);
  if (itemsWritten > 0) return countLabel(itemsWritten, "item");
  const total = totalOf(counts);
  const written = total.new + total.changed;
  if (written > 0) return countLabel(written, "record");
  return settings?.isChosen ? "settings" : null;
}
