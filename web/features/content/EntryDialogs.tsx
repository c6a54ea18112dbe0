import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { useSaveOrder } from "#web/app/api/useSaveOrder.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { ReorderDialog } from "#web/ui/ReorderDialog.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { OpenDialog } from "#web/ui/useDialogState.ts";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";
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
  return (
    <OpenDialog state={state}>
      {(dialog, opened) => {
        const frame = { kind, ...opened };
        if (dialog.kind === "reorder") return <ReorderEntriesDialog {...frame} entries={entries} />;
        if (dialog.kind === "delete") return <DeleteEntryDialog {...frame} entry={dialog.entry} />;
        return <EntryFormDialog {...frame} entry={dialog.kind === "edit" ? dialog.entry : null} />;
      }}
    </OpenDialog>
  );
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
  const { save, isPending } = useSaveMutation({
    create: kind.create,
    update: kind.update,
    id: entry?.id ?? null,
    noun: kind.noun,
    changes: kind.changes,
    onSaved: onClose,
  });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit((text) => save(kind.bodyOf(text)));
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${entry ? "Edit" : "Add"} ${kind.name}`}
      isDirty={isDirty}
      isPending={isPending}
      submitLabel={entry ? "Save changes" : `Add ${kind.name}`}
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

interface DeleteEntryDialogProps {
  kind: ContentKind;
  isOpen: boolean;
  onClose: () => void;
  entry: ContentEntry;
}

/** Asks for confirmation, then deletes an entry. */
function DeleteEntryDialog({ kind, entry, ...frame }: DeleteEntryDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint={kind.remove}
      input={{ params: { id: entry.id } }}
      changes={kind.changes}
      success={`${kind.name} deleted successfully`}
      errorFallback={`Failed to delete ${kind.noun}`}
      staysOpenOnError
      title={`Delete ${kind.name}`}
      description={
        <>
          <strong className="font-semibold wrap-anywhere text-ink">{entry.heading}</strong> will be
          deleted and disappear from the landing page. This cannot be undone.
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
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
function ReorderEntriesDialog({ kind, entries, ...frame }: ReorderEntriesDialogProps) {
  const order = useSaveOrder(kind.reorder, {
    changes: kind.changes,
    queryKey: contentQuery(kind).queryKey,
    success: "Order updated successfully",
    errorFallback: "Failed to update the order",
    inputOf: (ids) => ({ body: { ids } }),
    onSaved: frame.onClose,
  });
  return (
    <ReorderDialog
      {...frame}
      {...order}
      title={`Reorder ${kind.plural}`}
      noun={kind.noun}
      plural="entries"
      items={entries.map(({ id, heading }) => ({ id, name: heading }))}
    />
  );
}
