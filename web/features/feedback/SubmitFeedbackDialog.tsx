import { useQuery } from "@tanstack/react-query";
import type { Board } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { SubmitFeedbackFields } from "./SubmitFeedbackFields.tsx";
import { useSubmitForm } from "./useSubmitForm.ts";

export interface SubmitFeedbackDialogProps {
  isOpen: boolean;
  onClose: () => void;
  boards: readonly Board[];
  /** The board of the current page; null if the page is not a board's page. */
  pageBoardId: number | null;
  onSubmitted: (item: FeedbackItem) => void;
}

/** The form for a new item. A draft is stored until the item is submitted. */
export function SubmitFeedbackDialog(props: SubmitFeedbackDialogProps) {
  const { isOpen, onClose, boards, pageBoardId, onSubmitted } = props;
  const categories = useQuery(wholeListQuery(categoriesApi.list)).data;
  const isAnonymous = useCurrentUser() === null;
  const form = useSubmitForm(isOpen, { boards, categories, pageBoardId }, (item) => {
    onSubmitted(item);
    onClose();
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !form.isPending) onClose();
      }}
      title="Submit Feedback"
      size="lg"
      onSubmit={() => void form.submit()}
      isPending={form.isPending}
      footer={
        <>
          <Button variant="secondary" disabled={form.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={form.isPending} pendingLabel="Submitting...">
            Submit Feedback
          </Button>
        </>
      }
    >
      <SubmitFeedbackFields form={form} boards={boards} categories={categories ?? []} />
      {isAnonymous ? (
        // This field is a honeypot. Spam programs fill in the field, but people can neither see nor
        // reach the field.
        <input
          name="website"
          onChange={({ target }) => form.fillHoneypot(target.value)}
          tabIndex={-1}
          autoComplete="off"
          aria-hidden="true"
          className="sr-only"
        />
      ) : null}
    </Dialog>
  );
}
