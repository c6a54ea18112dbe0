import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ChangelogLabel } from "#contract/changelog.ts";
import { LABEL_TAKEN, NewChangelogLabel } from "#contract/changelog.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { Tags } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Plus } from "#web/ui/icons.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { EntryLabel } from "../EntryLabel.tsx";

type LabelDialog =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly label: ChangelogLabel };

/** The section where admins add, rename, recolour and delete the labels of entries. */
export function Labels() {
  const labels = useQuery(apiQuery("/api/changelog/labels"));
  const state = useDialogState<LabelDialog>();
  const addButton = (
    <Button variant="secondary" aria-haspopup="dialog" onClick={() => state.open({ kind: "add" })}>
      <Plus aria-hidden="true" />
      Add label
    </Button>
  );
  return (
    <ScreenSection
      id="changelog-labels"
      title="Labels"
      subtitle="Visitors filter the changelog by them."
      actions={addButton}
    >
      <LoadedContent
        query={labels}
        skeleton={<LabelsSkeleton />}
        errorMessage="Failed to fetch labels"
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState icon={Tags} title="No labels" text="Entries need none." />
          ) : (
            <LabelList labels={loaded} onOpen={state.open} />
          )
        }
      </LoadedContent>
      <OpenDialog state={state}>
        {(dialog, frame) =>
          dialog.kind === "delete" ? (
            <MutationDialog
              {...frame}
              endpoint="DELETE /api/changelog/labels/:id"
              input={{ params: { id: dialog.label.id } }}
              changes="changelog"
              success="Label deleted"
              errorFallback="Failed to delete label"
              staysOpenOnError
              title={`Delete the label ${dialog.label.name}?`}
              description="Entries lose the label and keep everything else. This cannot be undone."
              confirmLabel="Delete"
              pendingLabel="Deleting..."
            />
          ) : (
            <LabelFormDialog {...frame} label={dialog.kind === "edit" ? dialog.label : null} />
          )
        }
      </OpenDialog>
    </ScreenSection>
  );
}

interface LabelListProps {
  labels: readonly ChangelogLabel[];
  onOpen: (dialog: LabelDialog) => void;
}

function LabelList({ labels, onOpen }: LabelListProps) {
  return (
    <ul className={LIST}>
      {labels.map((label) => (
        <li key={label.id} className="flex min-h-12 items-center gap-3 py-1 pr-1 pl-4">
          <span className="min-w-0 flex-1 text-sm">
            <EntryLabel label={label} />
          </span>
          <EditDeleteButtons
            name={label.name}
            onEdit={() => onOpen({ kind: "edit", label })}
            onDelete={() => onOpen({ kind: "delete", label })}
          />
        </li>
      ))}
    </ul>
  );
}

const LIST = "divide-y divide-line rounded-xl border bg-surface";

function LabelsSkeleton() {
  return (
    <SkeletonGroup label="Loading labels" className={LIST}>
      {["first", "second", "third"].map((key) => (
        <div key={key} className="flex min-h-12 items-center px-4">
          <Skeleton className="w-24" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

interface LabelFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The label being changed; null for a new label. */
  label: ChangelogLabel | null;
}

function LabelFormDialog({ isOpen, onClose, label }: LabelFormDialogProps) {
  const form = useForm({
    resolver: zodResolver(NewChangelogLabel),
    defaultValues: { name: label?.name ?? "", color: label?.color ?? "#7048e8" },
  });
  const { save, isPending } = useSaveMutation({
    create: "POST /api/changelog/labels",
    update: "PATCH /api/changelog/labels/:id",
    id: label?.id ?? null,
    noun: "label",
    changes: "changelog",
    form,
    onError: (error) => {
      if (error.serverMessage === LABEL_TAKEN) showConflict(form, error, "name");
    },
    onSaved: onClose,
  });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit(save);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={label ? "Edit label" : "Add label"}
      isDirty={isDirty}
      isPending={isPending}
      submitLabel={label ? "Save changes" : "Add label"}
      pendingLabel={label ? "Saving..." : "Adding..."}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <Field label="Label name" required error={errors.name?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
        </Field>
        <Field label="Color" error={errors.color?.message}>
          {(control) => (
            <input
              type="color"
              {...control}
              {...form.register("color")}
              className="field-box h-10 w-20 cursor-pointer p-1"
            />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
