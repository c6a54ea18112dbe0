import type { CallName } from "#contract/api.ts";
import { useState } from "react";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { ConfirmedCall } from "./MutationDialog.tsx";
import { MutationDialog } from "./MutationDialog.tsx";

interface TypedNameDialogProps<E extends CallName> extends ConfirmedCall<E> {
  /** Label of the name field. */
  label: string;
  /** The entity's name. Users must type it exactly before they can delete the entity. */
  name: string;
}

/** Asks the user to type an entity's name before the entity is deleted. */
export function TypedNameDialog<E extends CallName>({
  name,
  label,
  ...dialog
}: TypedNameDialogProps<E>) {
  const [typed, setTyped] = useState("");
  return (
    <MutationDialog
      {...dialog}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      confirmDisabled={typed.normalize() !== name.normalize()}
    >
      <Field
        label={label}
        help={
          <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {name}
          </span>
        }
      >
        {(control) => (
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            {...control}
          />
        )}
      </Field>
    </MutationDialog>
  );
}
