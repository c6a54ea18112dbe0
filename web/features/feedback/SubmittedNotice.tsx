import type { FeedbackItem } from "#contract/feedback.ts";
import { Button } from "#web/ui/Button.tsx";
import { CircleCheck, X } from "#web/ui/icons.ts";
import { useListAddress } from "./FeedbackCards.tsx";

interface SubmittedNoticeProps {
  item: FeedbackItem;
  onDismiss: () => void;
}

/**
 * A notice with a link to the item that was just submitted, because the item is often far down the
 * list. Visitors without an account cannot read an item that waits for approval, so they get no
 * link.
 */
export function SubmittedNotice({ item, onDismiss }: SubmittedNoticeProps) {
  const from = useListAddress();
  return (
    <div className="mb-3 flex items-center gap-3 rounded-xl border border-line bg-green-tint py-1 pr-1 pl-4 text-green-text">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-2 text-sm wrap-anywhere">
        You submitted{" "}
        {item.state === "pending" && item.userId === null ? (
          <bdi className="font-semibold">{item.title}</bdi>
        ) : (
          <a
            dir="auto"
            href={`/feedback/${String(item.id)}?from=${encodeURIComponent(from)}`}
            className="font-semibold underline underline-offset-2"
          >
            {item.title}
          </a>
        )}
        {item.state === "pending" ? ". It is listed once the team has approved it." : null}
      </p>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="text-green-text"
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
