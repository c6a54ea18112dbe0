import type { RefObject } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { CloseItems } from "./CloseItems.tsx";
import { MergeItems } from "./MergeItems.tsx";
import { ReopenItem } from "./ReopenItem.tsx";

interface StateActionsProps {
  item: FeedbackDetail;
  /** Gets the focus when 'Close…' or 'Reopen' is removed. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The buttons of an item's page that close, reopen or merge the item. */
export function StateActions({ item, focusAfter }: StateActionsProps) {
  const isListed = item.state === "open" || item.state === "closed";
  return (
    <>
      <CloseItems items={[item]} size="sm" focusAfter={focusAfter} />
      {item.state === "closed" ? <ReopenItem item={item} focusAfter={focusAfter} /> : null}
      {isListed ? <MergeItems items={[item]} size="sm" onMerged={forgetUnsavedChanges} /> : null}
    </>
  );
}
