import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "#web/navigation/NavigationContext.tsx";
import { commentsApi } from "#contract/comments.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiQuery } from "#web/api/apiQuery.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { LIST_READERS } from "./feedbackReaders.ts";
import { useBackTarget } from "./useBackTarget.ts";

/** The 'Delete' button with its question. Once deleted, leads back to the list. */
export function DeleteFeedback({ item }: { item: FeedbackItem }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { to } = useBackTarget();
  const [isOpen, setIsOpen] = useState(false);
  const params = { id: String(item.id) };
  const forget = (refetchType: "none" | "active") => {
    for (const endpoint of [feedbackApi.get, feedbackApi.history, commentsApi.list]) {
      const { queryKey } = apiQuery(endpoint, { params });
      void client.invalidateQueries({ queryKey, refetchType });
    }
  };
  const leave = () => {
    // What was begun about the item goes with it.
    forgetUnsavedChanges();
    navigate(to, { replace: true });
  };
  const remove = useApiMutation(feedbackApi.remove, {
    about: item.id,
    refetch: LIST_READERS,
    errorFallback: "Failed to delete feedback",
    success: "Feedback deleted successfully",
    // Not fetched now, on the page that is being left, but on the next visit.
    onSuccess: () => forget("none"),
    whileShown: leave,
    // The page may have heard of it before the answer, and say in this one's place that the item is gone.
    onceLeft: () => {
      if (window.location.pathname === pathname) leave();
    },
    onError: ({ status }) => {
      // What was told of the item meanwhile was not fetched. If somebody else has deleted it, the page says so.
      forget("active");
      if (status !== 404) return;
      for (const { path } of LIST_READERS) void client.invalidateQueries({ queryKey: [path] });
      setIsOpen(false);
    },
  });
  return (
    <>
      <Button variant="ghost" className="text-danger-text" onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Delete Feedback"
        description={`“${item.title}” will be deleted with its votes and comments. This cannot be undone.`}
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={remove.underWay !== undefined || remove.isSuccess}
        onConfirm={() => {
          // Nor is it asked for again when the server tells that it is gone before it answers.
          forget("none");
          remove.mutate({ params });
        }}
      />
    </>
  );
}
