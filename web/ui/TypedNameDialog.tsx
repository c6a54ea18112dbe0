import type { ReactNode, RefObject } from "react";
import { useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";
import { useFocusWhenLost } from "./useFocusWhenLost.ts";

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
  /** Receives the focus if the element that opened the dialog no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Asks the user to type an entity's name before the entity is deleted. */
export function TypedNameDialog({
  isOpen,
  onClose,
  name,
  label,
  focusAfterwards,
  ...dialog
}: TypedNameDialogProps) {
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
      <NameField
        label={label}
        name={name}
        typed={typed}
        onType={setTyped}
        focusAfterwards={focusAfterwards}
      />
    </ConfirmDialog>
  );
}

interface NameFieldProps extends Pick<TypedNameDialogProps, "label" | "name" | "focusAfterwards"> {
  typed: string;
  onType: (typed: string) => void;
}

/**
 * The field for the name. It is a component of its own, so that `useFocusWhenLost` moves the focus
 * when the dialog's content unmounts.
 */
function NameField({ label, name, typed, onType, focusAfterwards }: NameFieldProps) {
  useFocusWhenLost(focusAfterwards);
  return (
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
          onChange={(event) => onType(event.target.value)}
          {...control}
        />
      )}
    </Field>
  );
}
