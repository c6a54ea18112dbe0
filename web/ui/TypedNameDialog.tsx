import type { ReactNode } from "react";
import { useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface TypedNameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Describes what is deleted, including data that is deleted with the entity. */
  description: ReactNode;
  /** Label of the name field. */
  label: string;
  /** The entity's name. Users must type it exactly before they can delete the entity. */
  name: string;
  pending: boolean;
  onConfirm: () => void;
}

/** Asks the user to type an entity's name before the entity is deleted. */
export function TypedNameDialog({ isOpen, onClose, name, label, ...dialog }: TypedNameDialogProps) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog
      {...dialog}
      open={isOpen}
      onOpenChange={onClose}
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
    </ConfirmDialog>
  );
}
