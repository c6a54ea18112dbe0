import type { ReactNode, RefObject } from "react";
import { useId, useRef, useState, useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { pressedKeyOf } from "#web/app/navigation/routeState.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ChevronDown } from "#web/ui/icons.ts";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { DeleteFeedback } from "./DeleteFeedback.tsx";
import { EditFeedbackDialog } from "./EditFeedbackDialog.tsx";
import { ItemForm } from "./ItemForm.tsx";
import { MergedItems } from "./MergedItems.tsx";
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

const ITEM_SHORTCUTS: readonly Shortcut[] = [
  { key: "s", does: "Change the status" },
  { key: "b", does: "Change the board" },
  { key: "c", does: "Change the category" },
  { key: "t", does: "Change the topic" },
  { key: "a", does: "Assign" },
  { key: "w", does: "Close the item" },
  { key: "r", does: "Reopen the item" },
  { key: "m", does: "Merge the item" },
  { key: "d", does: "Delete the item" },
  { key: "e", does: "Edit the item" },
  { key: "Esc", does: "Leave the field" },
  { key: "Ctrl Enter", does: "Save" },
  { key: "Ctrl Shift Enter", does: "Save and open the next item" },
];

/**
 * Enables keyboard shortcuts for admins in the panel. A key focuses the field, or presses the
 * button, that has the key as `data-key`. If a key in the list has opened the page, the button of
 * this key is pressed once.
 * @param reveal shows the fields, which are hidden at first on narrow screens
 */
function useItemKeys(panel: RefObject<HTMLElement | null>, reveal: () => void): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const press = useEffectEvent((key: string): boolean => {
    const controls = panel.current?.querySelectorAll<HTMLElement>("[data-key]") ?? [];
    const control = [...controls].find(({ dataset }) => dataset["key"] === key);
    if (!control) return false;
    if (control instanceof HTMLButtonElement) {
      control.click();
    } else {
      flushSync(reveal);
      control.focus();
    }
    return true;
  });
  const pressOnOpening = useEffectEvent(() => {
    const key = pressedKeyOf(state);
    if (key === null) return;
    // Removes the key from the history entry. Otherwise Back or a reload would press the button
    // again.
    navigate({ search }, { replace: true, keepScroll: true });
    press(key);
  });
  useEffect(() => listShortcuts(ITEM_SHORTCUTS), []);
  useEffect(() => pressOnOpening(), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isMeantForThePage(event) && press(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
