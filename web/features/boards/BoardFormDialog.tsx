import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import type { Board } from "#contract/boards.ts";
import { boardSlug, NewBoard, proposeSlug, SLUG_TAKEN } from "#contract/boards.ts";
import { usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

interface BoardFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The board being edited; null while a new board is created. */
  board: Board | null;
  /** All boards of the company. The slug must differ from the slugs of all other boards. */
  boards: readonly Board[];
  onCreated: (created: Board) => void;
}

/** The dialog 'Create New Board' or 'Edit Board'. */
export function BoardFormDialog(props: BoardFormDialogProps) {
  const { isOpen, onClose, board, boards, onCreated } = props;
  const form = useForm({ resolver: zodResolver(NewBoard), defaultValues: boardFormValues(board) });
  const { tenantId } = usePortal();
  const { save, isPending } = useSaveMutation({
    create: "POST /api/boards",
    update: "PATCH /api/boards/:id",
    id: board?.id ?? null,
    noun: "board",
    changes: "boards",
    form,
    // The status is also 409 if the quota of boards is reached.
    onError: (error) => {
      if (error.serverMessage === SLUG_TAKEN) showConflict(form, error, "slug");
    },
    onSaved: (saved) => {
      onClose();
      if (!board) onCreated(saved);
    },
  });
  const takenSlugs = boards.filter(({ id }) => id !== board?.id).map(({ slug }) => slug);
  const submit = form.handleSubmit((checked) => {
    if (slugProblem(checked.slug, takenSlugs)) form.setFocus("slug");
    else save({ ...checked, ...(tenantId !== null && { companyId: tenantId }) });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={board ? "Edit Board" : "Create New Board"}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      submitLabel={board ? "Save changes" : "Create board"}
      pendingLabel={board ? "Saving..." : "Creating..."}
      onSubmit={() => void submit()}
    >
      <BoardFields form={form} board={board} takenSlugs={takenSlugs} />
    </FormDialog>
  );
}

/** The board form's values before validation. */
type BoardFormValues = z.input<typeof NewBoard>;

/** The board form's values after validation. */
type CheckedBoard = z.output<typeof NewBoard>;

/** Returns the initial values of the form for a board; null means a new board. */
function boardFormValues(board: Board | null): BoardFormValues {
  return {
    name: board?.name ?? "",
    slug: board?.slug ?? "",
    description: board?.description ?? "",
    isPrivate: board?.isPrivate ?? false,
  };
}

interface BoardFieldsProps {
  form: UseFormReturn<BoardFormValues, unknown, CheckedBoard>;
  /** The board being edited; null while a new board is created. */
  board: Board | null;
  takenSlugs: readonly string[];
}

/**
 * The fields of a board. The slug is derived from the name until the user edits the slug. The slug
 * is validated while the user types it.
 */
function BoardFields({ form, board, takenSlugs }: BoardFieldsProps) {
  const { errors, isSubmitted } = form.formState;
  const [isSlugOwn, setIsSlugOwn] = useState(board !== null);
  const slug = useWatch({ control: form.control, name: "slug" });
  const name = form.register("name", {
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (isSlugOwn) return;
      const options = { shouldDirty: true, shouldValidate: isSubmitted };
      form.setValue("slug", proposeSlug(target.value), options);
    },
  });
  const slugField = form.register("slug", {
    onChange: ({ target }: { target: HTMLInputElement }) => setIsSlugOwn(target.value !== ""),
  });
  const slugError = slugProblem(slug, takenSlugs) ?? errors.slug?.message;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...name} />}
      </Field>
      <Field label="Slug" required error={slugError} help={<SlugHelp slug={slug} board={board} />}>
        {(control) => (
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            start="/board/"
            inputClassName="pl-0"
            {...control}
            {...slugField}
          />
        )}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <TextArea rows={3} {...control} {...form.register("description")} />}
      </Field>
      <Switch
        label="Private board"
        help="Only company admins can access a private board."
        {...form.register("isPrivate")}
      />
    </div>
  );
}

function SlugHelp({ slug, board }: { slug: string; board: Board | null }) {
  const address = useBoardAddress(slug);
  const hasMoved = board !== null && slug !== board.slug;
  return (
    <>
      Address: <span className="wrap-anywhere text-ink">{address}</span>
      {hasMoved ? (
        <span className="block">Links to the old address will no longer work.</span>
      ) : null}
    </>
  );
}

/**
 * Returns the error message for a slug that is invalid or used by another board. The form calls
 * this function while the user types. An empty slug or a hyphen at the end is therefore not an
 * error: both are validated on submit.
 */
export function slugProblem(slug: string, taken: readonly string[]): string | undefined {
  const typed = slug.trim().replace(/([^-])-$/, "$1");
  if (typed === "") return undefined;
  const checked = boardSlug.safeParse(typed);
  if (!checked.success) return checked.error.issues[0]?.message;
  return taken.includes(checked.data) ? SLUG_TAKEN : undefined;
}

/**
 * Returns the public URL, without the scheme, of a board with this slug on the company's host. Runs
 * in the browser only, because it reads `window.location`.
 */
export function useBoardAddress(slug: string): string {
  const { company, baseDomain } = usePortal();
  const subdomain = useShownCompany()?.subdomain;
  const { host, port } = window.location;
  const isElsewhere = !company && subdomain;
  const companyHost = isElsewhere ? `${subdomain}.${baseDomain}${port ? `:${port}` : ""}` : host;
  return `${companyHost}/board/${slug.trim().toLowerCase()}`;
}
