import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { createTarget } from "./createTarget.ts";

interface NewBoardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (boardId: number) => void;
}

/** Asks for a name and creates a board. All other settings of the board keep their defaults. */
export function NewBoardDialog({ isOpen, onClose, onCreated }: NewBoardDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refuse = (message: string) => {
    setProblem(message);
    field.current?.focus();
  };
  const { mutate, isPending } = useMutation<number>({
    mutationFn: () => createTarget(client, { kind: "board", name: name.trim() }),
    onSuccess: (boardId) => {
      onCreated(boardId);
      onClose();
    },
    onError: ({ fieldErrors, serverMessage }) =>
      refuse(fieldErrors["name"]?.[0] ?? serverMessage ?? "Failed to create board"),
  });
  const submit = () => {
    if (isPending) return;
    if (name.trim() === "") refuse("Board name is required");
    else mutate();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Create New Board"
      description="It is public. You can make it private under Feedback Boards."
      isDirty={name !== ""}
      isPending={isPending}
      submitLabel="Create Board"
      pendingLabel="Creating..."
      onSubmit={submit}
    >
      <Field label="Board name" required error={problem}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={80}
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  );
}
