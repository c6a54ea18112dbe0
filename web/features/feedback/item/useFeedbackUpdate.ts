import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";

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
  return useApiMutation<"PATCH /api/feedback/:id", Values>("PATCH /api/feedback/:id", {
    changes: "item",
    errorFallback: "Failed to update feedback",
    success: UPDATED,
    form: options.form,
    isShown: options.isShown,
    onSuccess: useItemInCache(),
    onSuccessMounted: options.onSuccess,
  });
}

/** Returns a function that writes an item from a response to the cache. */
export function useItemInCache(): (item: FeedbackDetail) => void {
  const client = useQueryClient();
  return (item) => {
    const { queryKey } = apiQuery("/api/feedback/:id", { params: { id: item.id } });
    client.setQueryData(queryKey, item);
  };
}
