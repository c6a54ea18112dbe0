import { Toast as RadixToast } from "radix-ui";
import type { FocusEvent } from "react";
import { useRef } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { dismissToast } from "./toast.ts";
import type { ShownToast } from "./toast.ts";
import { CircleAlert, CircleCheck, X } from "./icons.ts";

const DURATION_MS = 5000;
const DURATION_WITH_ACTION_MS = 10_000;
const SWIPE_PX = 50;

/**
 * Shows the toast for 5 seconds, or for 10 seconds if the toast has a button. A swipe to the right
 * closes the toast, and F8 focuses the toast (docs/specification.md "4. States and transitions").
 */
export function ToastRegion({ shown }: { shown: ShownToast | null }) {
  return (
    <RadixToast.Provider swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {shown ? <ToastCard key={shown.id} message={shown} /> : null}
      <RadixToast.Viewport
        hotkey={["F8"]}
        className={cn(
          "fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-60 outline-none",
          // A scrollbar that appears or disappears does not move the toast.
          "sm:inset-x-auto sm:top-auto sm:right-[calc(1.5rem-100vw+100%)] sm:bottom-6 sm:w-96",
          // Above the selection bar, if there is one.
          "supports-[anchor-name:--bar]:sm:bottom-[max(1.5rem,calc(anchor(--bar_top,0px)+0.75rem))]",
        )}
      />
    </RadixToast.Provider>
  );
}

function ToastCard({ message }: { message: ShownToast }) {
  const { action } = message;
  const { rememberFocus, restoreFocus } = useFormerFocus();
  const isDestructive = message.variant === "destructive";
  const Icon = isDestructive ? CircleAlert : CircleCheck;
  return (
    <RadixToast.Root
      open={message.open}
      duration={action ? DURATION_WITH_ACTION_MS : DURATION_MS}
      onOpenChange={(open) => {
        if (open) return;
        dismissToast(message.id);
        restoreFocus();
      }}
      onFocus={rememberFocus}
      // `pointer-events-auto!` is needed because Radix disables pointer events on the toast when a
      // dialog opens after it.
      className={cn(
        "pointer-events-auto! flex items-start gap-3 rounded-xl border bg-raised py-2 pr-2 pl-4 text-ink shadow-float",
        isDestructive && "border-danger-text",
        "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0",
        "data-[swipe=end]:animate-swipe-out data-[swipe=cancel]:transition-transform",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn(
          "mt-2.5 size-5 shrink-0",
          isDestructive ? "text-danger-text" : "text-green-dot",
        )}
      />
      <div className="min-w-0 flex-1 py-2.5">
        <RadixToast.Title className="text-sm font-semibold wrap-anywhere">
          {message.title}
        </RadixToast.Title>
        {message.description ? (
          <RadixToast.Description className="mt-0.5 text-sm wrap-anywhere text-muted">
            {message.description}
          </RadixToast.Description>
        ) : null}
      </div>
      {action ? (
        <RadixToast.Action asChild altText={`${action.label}: ${message.title}`}>
          <Button
            variant="ghost"
            size="sm"
            className="my-1 text-primary-text"
            onClick={action.onPress}
          >
            {action.label}
          </Button>
        </RadixToast.Action>
      ) : null}
      <RadixToast.Close asChild>
        <Button variant="ghost" size="icon" aria-label="Close" className="text-muted">
          <X aria-hidden="true" />
        </Button>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** Returns the focus from a closed toast to the element that had the focus before the toast. */
function useFormerFocus() {
  const former = useRef<HTMLElement | null>(null);
  return {
    rememberFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        former.current = relatedTarget;
    },
    restoreFocus: () => {
      // Radix moves the focus from a closed toast to the list of toasts.
      if (document.activeElement instanceof HTMLOListElement)
        former.current?.focus({ preventScroll: true });
    },
  };
}
