import type { ComponentType } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { Selection } from "./triage/useSelection.ts";

/** The admins' tools on an item's card. Only admins load the code of the tools. */
export interface CardTools {
  readonly selection: Selection;
  /** The checkbox that selects the item. */
  readonly SelectBox: ComponentType<{ item: FeedbackItem; selection: Selection }>;
  /** The item's status with the menu that changes it. */
  readonly CardStatus: ComponentType<{ item: FeedbackItem }>;
}
