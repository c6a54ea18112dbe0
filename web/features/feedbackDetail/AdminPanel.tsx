import { ChevronDown } from "#web/ui/icons.ts";
import type { ReactNode } from "react";
import { useId, useRef, useState } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { DeleteFeedback } from "./DeleteFeedback.tsx";
import { EditFeedbackDialog } from "./EditFeedbackDialog.tsx";
import { ItemForm } from "./ItemForm.tsx";
import { MergedItems } from "./MergedItems.tsx";
import { useItemKeys } from "./useItemKeys.ts";
import type { VotersProps } from "./voters/Voters.tsx";
import { Voters } from "./voters/Voters.tsx";

interface AdminPanelProps {
  item: FeedbackDetail;
  BlockDialog: VotersProps["BlockDialog"];
  /** The buttons that close, reopen or merge the item. */
  stateActions: ReactNode;
}

/**
 * The admin actions for an item (docs/product-decisions.md "Feedback"). The panel is collapsed at
 * first on narrow screens.
 */
export function AdminPanel({ item, stateActions, BlockDialog }: AdminPanelProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  const panel = useRef<HTMLElement>(null);
  useItemKeys(panel, () => setIsOpen(true));
  return (
    <section
      ref={panel}
      aria-labelledby={`${id}-heading`}
      className="rounded-xl border border-line bg-surface p-4"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id={`${id}-heading`} className="text-sm font-semibold">
          Manage
        </h2>
        {item.assignee && !isOpen ? (
          <p className="min-w-0 flex-1 truncate text-right text-sm text-muted lg:hidden">
            Assigned to <bdi>{item.assignee.fullName ?? "No name"}</bdi>
          </p>
        ) : null}
        <Button
          variant="ghost"
          size="icon"
          className="-my-2 -mr-2 text-muted lg:hidden"
          aria-label={isOpen ? "Hide what can be changed" : "Show what can be changed"}
          aria-expanded={isOpen}
          aria-controls={`${id}-controls`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={cn("transition-transform", isOpen && "rotate-180")}
          />
        </Button>
      </div>
      <fieldset
        id={`${id}-controls`}
        // The controls have no effect before hydration, so they are disabled until hydration.
        disabled={!isHydrated}
        className={cn("min-w-0 pt-3", !isOpen && "max-lg:hidden")}
      >
        <ItemForm item={item} />
        {stateActions}
        <div className="mt-2 grid grid-cols-2 gap-2">
          <EditFeedbackDialog item={item} />
          <DeleteFeedback item={item} />
        </div>
        <Voters item={item} BlockDialog={BlockDialog} />
        <MergedItems feedbackId={item.id} />
      </fieldset>
    </section>
  );
}
