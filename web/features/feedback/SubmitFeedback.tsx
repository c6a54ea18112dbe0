import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { Button } from "#web/ui/Button.tsx";
import { CircleCheck, Plus, X } from "#web/ui/icons.ts";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import { useShortcut } from "#web/ui/shortcuts.ts";
import { useListAddress } from "./FeedbackCards.tsx";
import type { SubmitFeedbackDialogProps } from "./SubmitFeedbackDialog.tsx";
import type { SubmitDialogState } from "./useFeedbackScreen.ts";

// The dialog's code, including validation, is loaded on demand.
const importDialog = () => import("./SubmitFeedbackDialog.tsx");
const SubmitFeedbackDialog = lazyWindow<SubmitFeedbackDialogProps>(
  async () => (await importDialog()).SubmitFeedbackDialog,
  { atIdle: false },
);
const fetchDialog = () => void importDialog().catch(() => undefined);

interface SubmitFeedbackProps {
  dialog: SubmitDialogState;
  boards: readonly Board[];
  /** The board of the current page; null if the page is not a board's page. */
  pageBoardId: number | null;
  onSubmitted: (item: FeedbackItem) => void;
}

/** The 'Submit Feedback' button with its dialog. */
export function SubmitFeedback({ dialog, boards, pageBoardId, onSubmitted }: SubmitFeedbackProps) {
  useShortcut("c", "Submit feedback", dialog.open);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={dialog.open}
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        className="noscript:hidden"
      >
        <Plus aria-hidden="true" />
        Submit Feedback
      </Button>
      <SubmitFeedbackDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        boards={boards}
        pageBoardId={pageBoardId}
        onSubmitted={onSubmitted}
      />
    </>
  );
}

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
