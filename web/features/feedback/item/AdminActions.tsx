import { useEffect, useEffectEvent, useRef } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { FIELD_SHORTCUTS } from "#web/app/api/useFieldChoices.ts";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { pressedKeyOf } from "#web/app/navigation/routeState.ts";
import { FollowButton } from "#web/features/feedback/FollowMenu.tsx";
import { pressButton } from "#web/features/feedback/triage/pressButton.ts";
import { StateActions } from "#web/features/feedback/triage/StateActions.tsx";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { DeleteMenu } from "./DeleteFeedback.tsx";
import { EditFeedbackDialog } from "./EditFeedbackDialog.tsx";
import { ShareButton } from "./ShareButton.tsx";

/** The buttons of an item's page for admins (docs/product-decisions.md "Feedback"). */
export function AdminActions({ item }: { item: FeedbackDetail }) {
  const group = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  useItemKeys();
  return (
    <>
      <FollowButton item={item} />
      <ShareButton title={item.title} />
      <div
        ref={group}
        role="group"
        aria-label="Close or merge"
        tabIndex={-1}
        className="w-full outline-none"
      >
        {/* The buttons have no effect before hydration, so they are disabled until hydration. */}
        <fieldset
          disabled={!isHydrated}
          className="flex min-w-0 flex-wrap items-center gap-2 max-sm:[&>[data-key]]:grow"
        >
          <EditFeedbackDialog item={item} />
          <StateActions item={item} focusAfter={group} />
          <DeleteMenu item={item} />
        </fieldset>
      </div>
    </>
  );
}

const ITEM_SHORTCUTS: readonly Shortcut[] = [
  ...FIELD_SHORTCUTS,
  { key: "e", does: "Edit the item", group: "Change" },
  { key: "w", does: "Close the item", group: "Change" },
  { key: "r", does: "Reopen the item", group: "Change" },
  { key: "m", does: "Merge the item", group: "Change" },
  { key: "Ctrl Enter", does: "Save the status", group: "Change" },
  {
    key: "Ctrl Shift Enter",
    does: "Save the status and open the next item",
    group: "Change",
  },
];

/**
 * Enables keyboard shortcuts for admins. A key presses the button that has the key as `data-key`. If
 * a key in the list has opened the page, the button of this key is pressed once.
 */
function useItemKeys(): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const press = (key: string) => pressButton(document.querySelector("main"), key);
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
