import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ENTRY_ITEMS, NewEntry } from "#contract/changelog.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { entryPath } from "./entryQueries.ts";

interface NewEntryDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for the title of a new draft, and opens the draft in the editor. */
export function NewEntryDialog({ isOpen, onClose }: NewEntryDialogProps) {
  const navigate = useNavigate();
  const { data: linkable = [] } = useQuery({
    ...apiQuery("/api/changelog/linkable"),
    staleTime: 0,
  });
  const completed = linkable.filter(({ isNew }) => isNew).slice(0, ENTRY_ITEMS);
  const [linksThem, setLinksThem] = useState(true);
  const form = useForm({ resolver: zodResolver(NewEntry), defaultValues: { title: "" } });
  const { mutate, isPending } = useApiMutation("POST /api/changelog", {
    form,
    changes: "changelog",
    errorFallback: "Failed to create entry",
    onSuccessMounted: ({ id }) => {
      forgetUnsavedChanges();
      onClose();
      navigate(entryPath(id));
    },
  });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit(({ title }) => {
    const itemIds = linksThem ? completed.map(({ id }) => id) : [];
    mutate({ body: { title, itemIds } });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="New entry"
      isDirty={isDirty}
      isPending={isPending}
      submitLabel="Create draft"
      pendingLabel="Creating..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Title"
          required
          help="Nobody sees the draft but admins."
          error={errors.title?.message}
        >
          {(control) => <TextInput autoComplete="off" {...control} {...form.register("title")} />}
        </Field>
        {completed.length > 0 ? (
          <Switch
            label={`Link the ${countLabel(completed.length, "item")} completed since the last entry`}
            checked={linksThem}
            onChange={({ target }) => setLinksThem(target.checked)}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
