import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { ReorderDialog } from "#web/ui/ReorderDialog.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import type { ContentEntry, ContentKind, EntryText } from "./contentKinds.ts";
import { contentQuery } from "./contentKinds.ts";

/** The kind of the open dialog, and the entry that the dialog edits or deletes. */
export type EntryDialog =
  | { readonly kind: "add" | "reorder" }
  | { readonly kind: "edit" | "delete"; readonly entry: ContentEntry };

interface EntryDialogsProps {
  kind: ContentKind;
  state: DialogState<EntryDialog>;
  entries: readonly ContentEntry[];
}

/** The open dialog of a list, if any. */
export function EntryDialogs({ kind, state, entries }: EntryDialogsProps) {
  const { subject: dialog, isOpen, turn, close } = state;
  if (!dialog) return null;
  const frame = { kind, isOpen, onClose: close };
  if (dialog.kind === "reorder") {
    return <ReorderEntriesDialog key={turn} {...frame} entries={entries} />;
  }
  if (dialog.kind === "delete") {
    return <DeleteEntryDialog key={turn} {...frame} entry={dialog.entry} />;
  }
  const entry = dialog.kind === "edit" ? dialog.entry : null;
  return <EntryFormDialog key={turn} {...frame} entry={entry} />;
}

interface EntryFormDialogProps {
  kind: ContentKind;
  isOpen: boolean;
  onClose: () => void;
  /** The entry being edited; null while a new entry is created. */
  entry: ContentEntry | null;
}

/** The dialog that adds or edits an entry. */
function EntryFormDialog({ kind, isOpen, onClose, entry }: EntryFormDialogProps) {
  const form = useForm({
    resolver: zodResolver(kind.form),
    defaultValues: { heading: entry?.heading ?? "", text: entry?.text ?? "" },
  });
  const { save, isPending } = useSaveEntry({ kind, entry, onSaved: onClose });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit(save);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${entry ? "Edit" : "Add"} ${kind.name}`}
      isDirty={isDirty}
      isPending={isPending}
      submitLabel={entry ? "Save Changes" : `Add ${kind.name}`}
      pendingLabel={entry ? "Saving..." : "Adding..."}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-5">
        <Field label={kind.labels.heading} required error={errors.heading?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register("heading")} />}
        </Field>
        <Field
          label={kind.labels.text}
          required
          help="Plain text. Line breaks are kept, addresses become links."
          error={errors.text?.message}
        >
          {(control) => <TextArea rows={6} {...control} {...form.register("text")} />}
        </Field>
      </div>
    </FormDialog>
  );
}

interface SaveEntryOptions {
  readonly kind: ContentKind;
  /** The entry being edited; null while a new entry is created. */
  readonly entry: ContentEntry | null;
  readonly onSaved: () => void;
}

/** Creates or updates an entry. */
function useSaveEntry({ kind, entry, onSaved }: SaveEntryOptions) {
  const client = useQueryClient();
  const shared = {
    refetch: [kind.list],
    onSuccessMounted: onSaved,
    onError: ({ status }: ApiError) => {
      // Another admin has deleted the entry, so the cached list is outdated.
      if (status === 404) void client.invalidateQueries({ queryKey: [kind.list.path] });
    },
  };
  const create = useApiMutation(kind.create, {
    ...shared,
    success: `${kind.name} created successfully`,
    errorFallback: `Failed to create ${kind.noun}`,
  });
  const update = useApiMutation(kind.update, {
    ...shared,
    success: `${kind.name} updated successfully`,
    errorFallback: `Failed to update ${kind.noun}`,
  });
  const isPending = create.isPending || update.isPending;
  const save = (text: EntryText) => {
    if (isPending) return;
    const body = kind.bodyOf(text);
    if (entry) update.mutate({ params: { id: entry.id }, body });
    else create.mutate({ body });
  };
  return { save, isPending };
}

interface DeleteEntryDialogProps {
  kind: ContentKind;
  isOpen: boolean;
  onClose: () => void;
  entry: ContentEntry;
}

/** Asks for confirmation, then deletes an entry. */
function DeleteEntryDialog({ kind, isOpen, onClose, entry }: DeleteEntryDialogProps) {
  const client = useQueryClient();
  const remove = useApiMutation(kind.remove, {
    refetch: [kind.list],
    success: `${kind.name} deleted successfully`,
    errorFallback: `Failed to delete ${kind.noun}`,
    onError: ({ status }) => {
      if (status !== 404) return;
      void client.invalidateQueries({ queryKey: [kind.list.path] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={`Delete ${kind.name}`}
      description={
        <>
          <strong className="font-semibold wrap-anywhere text-ink">{entry.heading}</strong> will be
          deleted and disappear from the landing page. This cannot be undone.
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      // `onSuccess` runs after the refetch, so the list no longer has the entry when the dialog
      // closes.
      onConfirm={() => remove.mutate({ params: { id: entry.id } }, { onSuccess: onClose })}
    />
  );
}

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
function ReorderEntriesDialog({ kind, isOpen, onClose, entries }: ReorderEntriesDialogProps) {
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
