import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import type { ReportDialogProps } from "./ReportDialog.tsx";
import { ReportDialog } from "./ReportDialog.tsx";

interface ReportPostProps extends Pick<ReportDialogProps, "feedbackId" | "commentId"> {
  /**
   * The part of the accessible name that says which item or comment is reported. The text is
   * visible only to screen readers.
   */
  subject: string;
}

/** The 'Report…' button of an item or comment with its dialog. */
export function ReportPost({ subject, ...post }: ReportPostProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-muted"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Report…<span className="sr-only"> {subject}</span>
      </Button>
      <ReportDialog {...post} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
