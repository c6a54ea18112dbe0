import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import { proposeSlug } from "#contract/boards.ts";
import { Field } from "#web/ui/Field.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { BoardFormValues, CheckedBoard } from "./boardForm.ts";
import { slugProblem } from "./slugProblem.ts";
import { useBoardAddress } from "./useBoardAddress.ts";

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
export function BoardFields({ form, board, takenSlugs }: BoardFieldsProps) {
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
