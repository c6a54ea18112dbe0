import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ReorderDialog } from "#web/ui/ReorderDialog.tsx";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";
import { contentQuery } from "./contentQuery.ts";

interface ReorderEntriesDialogProps {
  kind: ContentKind;
  isOpen: boolean;
  onClose: () => void;
  /** The entries in the saved order. */
  entries: readonly ContentEntry[];
}

/**
 * The dialog 'Reorder FAQs' or 'Reorder Announcements'. The landing page displays the entries in
 * the saved order.
 */
export function ReorderEntriesDialog({
  kind,
  isOpen,
  onClose,
  entries,
}: ReorderEntriesDialogProps) {
  const { save, isPending, refusal } = useSaveOrder(kind, onClose);
  return (
    <ReorderDialog
      title={`Reorder ${kind.plural}`}
      noun={kind.noun}
      plural="entries"
      isOpen={isOpen}
      onClose={onClose}
      items={entries.map(({ id, heading }) => ({ id, name: heading }))}
      isSaving={isPending}
      refusal={refusal}
      onSave={save}
    />
  );
}

/**
 * Saves the order. If the list has changed on the server, `refusal` is the server's message and the
 * list is refetched.
 */
function useSaveOrder(kind: ContentKind, onSaved: () => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const reorder = useApiMutation(kind.reorder, {
    success: "Order updated successfully",
    errorFallback: "Failed to update the order",
    onSuccess: (ordered) => {
      client.setQueryData(contentQuery(kind).queryKey, ordered);
    },
    onSuccessMounted: onSaved,
    onError: ({ status, fieldErrors, serverMessage }) => {
      if (status !== 400) return;
      setRefusal(fieldErrors["ids"]?.[0] ?? serverMessage ?? "Failed to update the order.");
      void client.invalidateQueries({ queryKey: [kind.list.path] });
    },
  });
  const save = (ids: number[]) => {
    if (reorder.isPending) return;
    setRefusal(null);
    reorder.mutate({ body: { ids } });
  };
  return { save, isPending: reorder.isPending, refusal };
}
