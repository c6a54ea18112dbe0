import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";
import { useSaveEntry } from "./useSaveEntry.ts";

interface EntryFormDialogProps {
  kind: ContentKind;
  isOpen: boolean;
  onClose: () => void;
  /** The entry being edited; null while a new entry is created. */
  entry: ContentEntry | null;
}

/** The dialog that adds or edits an entry. */
export function EntryFormDialog({ kind, isOpen, onClose, entry }: EntryFormDialogProps) {
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
