import type { Board } from "#contract/boards.ts";
import { Button } from "#web/ui/Button.tsx";
import { Plus } from "#web/ui/icons.ts";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import { useShortcut } from "#web/ui/shortcuts.ts";
import type { SubmitFeedbackDialogProps } from "./SubmitFeedbackDialog.tsx";
import type { SubmitDialogState } from "./useSubmitDialog.ts";

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
}

/** The 'Submit Feedback' button with its dialog. */
export function SubmitFeedback({ dialog, boards, pageBoardId }: SubmitFeedbackProps) {
  useShortcut("c", "Submit feedback", dialog.open);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={dialog.open}
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        className="max-md:px-3 noscript:hidden"
      >
        {/* Without the icon, the button fits beside most titles on phones. */}
        <Plus aria-hidden="true" className="max-sm:hidden" />
        Submit Feedback
      </Button>
      <SubmitFeedbackDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        boards={boards}
        pageBoardId={pageBoardId}
      />
    </>
  );
}
