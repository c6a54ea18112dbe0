import { closingApi } from "#contract/closing.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { QUERIES_AFFECTED_BY_CHANGE } from "./affectedQueries.ts";
import { useItemInCache } from "./useItemInCache.ts";

/** The 'Reopen' button of a closed item. */
export function ReopenFeedback({ item }: { item: FeedbackDetail }) {
  const reopen = useApiMutation(closingApi.reopen, {
    refetch: QUERIES_AFFECTED_BY_CHANGE,
    errorFallback: "Failed to reopen feedback",
    success: "Feedback reopened",
    onSuccess: useItemInCache(),
  });
  if (item.state !== "closed") return null;
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
