import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";
import type { SavedView, ViewFilters } from "#contract/savedViews.ts";
import { VIEW_TAKEN, ViewName } from "#contract/savedViews.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

interface ViewFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The view to rename; null to create a view. */
  view: SavedView | null;
  /** The filters of a new view. */
  filters: ViewFilters;
  /** Called with a new view after the list of views was refetched. */
  onCreated: (view: SavedView) => void;
}

/** The dialog that saves the filters of a list as a view, or renames a view. */
export function ViewFormDialog(props: ViewFormDialogProps) {
  const { isOpen, onClose, view, filters, onCreated } = props;
  const form = useForm({
    resolver: zodResolver(ViewName),
    defaultValues: { name: view?.name ?? "" },
  });
  const options = {
    changes: "views" as const,
    form,
    errorFallback: "Failed to save the view",
    isShown: ({ serverMessage }: ApiError) => serverMessage === VIEW_TAKEN,
    onError: ({ serverMessage }: ApiError) => {
      if (serverMessage === VIEW_TAKEN)
        form.setError("name", { type: "server", message: VIEW_TAKEN }, { shouldFocus: true });
    },
  };
  const create = useApiMutation("POST /api/views", { ...options, success: "View saved" });
  const rename = useApiMutation("PATCH /api/views/:id", { ...options, success: "View renamed" });
  const save = form.handleSubmit(({ name }) => {
    if (view) rename.mutate({ params: { id: view.id }, body: { name } }, { onSuccess: onClose });
    else {
      const onSuccess = (created: SavedView) => {
        onClose();
        onCreated(created);
      };
      create.mutate({ body: { name, filters } }, { onSuccess });
    }
  });
  const { isDirty, errors } = form.formState;
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={view ? "Rename view" : "Save view"}
      description={
        view
          ? undefined
          : "The view keeps the filters and the order of this list. All admins of the company share it."
      }
      isDirty={isDirty}
      isPending={create.isPending || rename.isPending}
      submitLabel={view ? "Rename" : "Save view"}
      pendingLabel="Saving..."
      onSubmit={() => void save()}
    >
      <Field label="View name" required error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
      </Field>
    </FormDialog>
  );
}
