import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { Button } from "#web/ui/Button.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { SubmitDialogState } from "./useSubmitDialog.ts";

// Its form, validation included, comes when it is wanted.
const importDialog = () => import("./SubmitFeedbackDialog.tsx");
const SubmitFeedbackDialog = lazy(async () => ({ default: (await importDialog()).SubmitFeedbackDialog }));

interface SubmitFeedbackProps {
  dialog: SubmitDialogState;
  boards: readonly Board[];
  /** The board whose page this is; null elsewhere. */
  pageBoardId: number | null;
  onSubmitted: (item: FeedbackItem) => void;
}

/** The 'Submit Feedback' button with its dialog. */
export function SubmitFeedback({ dialog, boards, pageBoardId, onSubmitted }: SubmitFeedbackProps) {
  const isOpen = useHydrated() && dialog.isOpen;
  const [wasOpen, setWasOpen] = useState(isOpen);
  // Once opened it stays mounted, so that it can close in its own way.
  if (isOpen && !wasOpen) setWasOpen(true);
  const fetchDialog = () => void importDialog();
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
      {wasOpen ? (
        <Suspense>
          <SubmitFeedbackDialog
            isOpen={isOpen}
            onClose={dialog.close}
            boards={boards}
            pageBoardId={pageBoardId}
            onSubmitted={onSubmitted}
          />
        </Suspense>
      ) : null}
    </>
  );
}
