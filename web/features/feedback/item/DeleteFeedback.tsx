import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { AFFECTED } from "#web/app/api/affectedQueries.ts";
import { apiQuery, queryKeyOf } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { Trash2 } from "#web/ui/icons.ts";
import { useShortcut } from "#web/ui/shortcuts.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { useBackTarget } from "./BackLink.tsx";

/** The 'Delete' button with its confirmation dialog. */
export function DeleteFeedback({ item }: { item: FeedbackDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        className="text-danger-text"
        onClick={() => setIsOpen(true)}
      >
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <DeleteDialog item={item} isOpen={isOpen} onChange={setIsOpen} />
    </>
  );
}

/** The menu '…' of an item's page for admins, with the deletion. The key `d` opens its dialog. */
export function DeleteMenu({ item }: { item: FeedbackDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  useShortcut("d", "Delete the item", () => setIsOpen(true), "Change");
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button
            variant="ghost"
            size="sm"
            className="px-2"
            aria-label="More actions"
            disabled={!isHydrated}
          >
            <Ellipsis aria-hidden="true" className="text-muted" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem className="text-danger-text" onSelect={() => setIsOpen(true)}>
            <Trash2 aria-hidden="true" />
            Delete…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DeleteDialog item={item} isOpen={isOpen} onChange={setIsOpen} />
    </>
  );
}

interface DeleteDialogProps {
  item: FeedbackDetail;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/**
 * Asks for confirmation, then deletes the item. After the deletion, the target of the back link is
 * opened.
 */
function DeleteDialog({ item, isOpen, onChange }: DeleteDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { to } = useBackTarget();
  const params = { id: item.id };
  const forget = (refetchType: "none" | "active") => {
    for (const path of AFFECTED.item.filter((each) => each.startsWith("/api/feedback/:id")))
      void client.invalidateQueries({ queryKey: queryKeyOf(path, { params }), refetchType });
  };
  const remove = useApiMutation("DELETE /api/feedback/:id", {
    entityId: item.id,
    changes: "deletedItem",
    errorFallback: "Failed to delete feedback",
    success: "Feedback deleted successfully",
    onSuccess: () => {
      // Restores the item in the cache, because a refetch may already have received a 404, or may
      // still receive one. The page displays the item until the list has opened.
      const { queryKey } = apiQuery("/api/feedback/:id", { params });
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, item);
      // Marks the queries of the item as stale without a refetch, because the item no longer
      // exists.
      forget("none");
    },
    onSuccessMounted: () => {
      // Discards unsaved changes of the item. Otherwise the navigation would ask for a
      // confirmation.
      forgetUnsavedChanges();
      navigate(to, { replace: true });
    },
    onError: ({ status }) => {
      if (status !== 404) return;
      // Another user has deleted the item. The refetch makes the page display the not-found state.
      forget("active");
      onChange(false);
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onChange}
      title="Delete feedback"
      description={<Consequences item={item} />}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.pending !== undefined || remove.isSuccess}
      onConfirm={() => remove.mutate({ params })}
    />
  );
}

function Consequences({ item: { id, title } }: { item: FeedbackDetail }) {
  const { data: merged = [] } = useQuery(apiQuery("/api/feedback/:id/merged", { params: { id } }));
  return (
    <>
      “<bdi>{title}</bdi>” will be deleted with its votes and comments.
      {merged.length > 0
        ? " The items that were merged into it become independent again."
        : null}{" "}
      This cannot be undone.
    </>
  );
}
