import type { ImportKind } from "#contract/importRun.ts";
import { changelogEntry } from "./changelogEntry.ts";
import { comment } from "./comment.ts";
import { follow } from "./follow.ts";
import { item } from "./item.ts";
import { merge } from "./merge.ts";
import { picture } from "./picture.ts";
import type { RecordKind } from "./recordKind.ts";
import { statusChange } from "./statusChange.ts";
import { view } from "./view.ts";
import { vote } from "./vote.ts";

/**
 * The functions for the records of one kind. Apart from the fields of `AnyRecord`, only these
 * functions know the shape of the kind's data.
 */
// oxlint-disable-next-line no-explicit-any -- each kind has data of its own shape
type AnyKind = RecordKind<any, any>;

export const KINDS: Readonly<Record<ImportKind, AnyKind>> = {
  picture,
  item,
  status_change: statusChange,
  comment,
  vote,
  follow,
  merge,
  view,
  changelog_entry: changelogEntry,
};
