import type { ImportKind } from "#contract/imports.ts";
import { comment } from "./comment.ts";
import { follow } from "./follow.ts";
import { item } from "./item.ts";
import { merge } from "./merge.ts";
import type { RecordKind } from "./recordKind.ts";
import { statusChange } from "./statusChange.ts";
import { view } from "./view.ts";
import { vote } from "./vote.ts";

/**
 * How records of one kind are checked, planned, written and undone. Only these functions know the
 * shape of the kind's data.
 */
// oxlint-disable-next-line no-explicit-any -- the data of a kind passes through the engine unread
type AnyKind = RecordKind<any, any>;

export const KINDS: Readonly<Record<ImportKind, AnyKind>> = {
  item,
  status_change: statusChange,
  comment,
  vote,
  follow,
  merge,
  view,
};
