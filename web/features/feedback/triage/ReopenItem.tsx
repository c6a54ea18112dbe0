import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";

interface ReopenItemProps {
  item: FeedbackDetail;
  /** Gets the focus after the item is reopened, because the button is removed. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The 'Reopen' button of a closed item. */
export function ReopenItem({ item, focusAfter }: ReopenItemProps) {
  useFocusWhenLost(focusAfter);
  const client = useQueryClient();
  const reopen = useApiMutation("POST /api/feedback/:id/reopen", {
    changes: "item",
    errorFallback: "Failed to reopen feedback",
    onSuccess: ({ undoToken }) =>
      toastWithUndo(client, { title: "Feedback reopened" }, { undoToken, changes: "item" }),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      data-key="r"
      pending={reopen.isPending}
      pendingLabel="Reopening..."
      onClick={() => reopen.mutate({ params: { id: item.id } })}
    >
      Reopen
    </Button>
  );
}
