import type { FieldValues } from "react-hook-form";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type { ApiError } from "#contract/errors.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { QUERIES_AFFECTED_BY_CHANGE } from "./affectedQueries.ts";
import { useItemInCache } from "./useItemInCache.ts";

/** Title of the toast after an update. */
export const UPDATED = "Feedback updated successfully";

interface FeedbackUpdateOptions<Values extends FieldValues> {
  /** The form that displays validation errors at its fields. */
  readonly form?: ErrorForm<Values>;
  /** Returns whether the caller displays this error itself, so that no toast is shown. */
  readonly isShown?: (error: ApiError) => boolean;
  /** Called after a successful update if the component is still mounted. */
  readonly onSuccess?: (item: FeedbackDetail) => void;
}

/**
 * Updates an item. The result is written to the cache at once. Then the affected queries are
 * refetched.
 */
export function useFeedbackUpdate<Values extends FieldValues>(
  options: FeedbackUpdateOptions<Values> = {},
) {
  return useApiMutation<typeof feedbackApi.update, Values>(feedbackApi.update, {
    refetch: QUERIES_AFFECTED_BY_CHANGE,
    errorFallback: "Failed to update feedback",
    success: UPDATED,
    form: options.form,
    isShown: options.isShown,
    onSuccess: useItemInCache(),
    onSuccessMounted: options.onSuccess,
  });
}
