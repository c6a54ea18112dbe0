import { useRef } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { CloseItems } from "./CloseItems.tsx";
import { MergeItems } from "./MergeItems.tsx";
import { ReopenItem } from "./ReopenItem.tsx";

/** The buttons of an item's page that close, reopen or merge the item. */
export function StateActions({ item }: { item: FeedbackDetail }) {
  // Gets the focus when 'Close…' or 'Reopen' is removed.
  const group = useRef<HTMLDivElement>(null);
  const isListed = item.state === "open" || item.state === "closed";
  return (
    <div
      ref={group}
      role="group"
      aria-label="Close or merge"
      tabIndex={-1}
      className="mt-4 grid grid-cols-2 gap-2 border-t border-line pt-4 outline-none"
    >
      <CloseItems items={[item]} focusAfter={group} />
      {item.state === "closed" ? <ReopenItem item={item} focusAfter={group} /> : null}
      {isListed ? <MergeItems items={[item]} onMerged={forgetUnsavedChanges} /> : null}
    </div>
  );
}
