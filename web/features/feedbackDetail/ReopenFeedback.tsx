import type { RefObject } from "react";
import { closingApi } from "#contract/closing.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { QUERIES_AFFECTED_BY_CHANGE } from "./affectedQueries.ts";
import { useItemInCache } from "./useItemInCache.ts";

interface ReopenFeedbackProps {
  item: FeedbackDetail;
  /** Gets the focus when the button is removed. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The 'Reopen' button of a closed item. */
export function ReopenFeedback({ item, focusAfter }: ReopenFeedbackProps) {
  useFocusWhenLost(focusAfter);
  const reopen = useApiMutation(closingApi.reopen, {
    refetch: QUERIES_AFFECTED_BY_CHANGE,
    errorFallback: "Failed to reopen feedback",
    success: "Feedback reopened",
    onSuccess: useItemInCache(),
  });
  return (
    <Button
      variant="secondary"
      pending={reopen.isPending}
      pendingLabel="Reopening..."
      onClick={() => reopen.mutate({ params: { id: item.id } })}
    >
      Reopen
    </Button>
  );
}
