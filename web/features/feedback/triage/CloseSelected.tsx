import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { CLOSING_DEFAULTS, ClosingFields, useClosingForm } from "./ClosingFields.tsx";
import { closeItems } from "./changeItems.ts";
import type { Selection } from "./useSelection.ts";

/** The 'Close…' button with its dialog for the reason, which all selected items get. */
export function CloseSelected({ selection }: { selection: Selection }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const form = useClosingForm();
  const open = selection.items.filter(({ state }) => state === "open");
  const what = countLabel(open.length, "item");
  const save = form.handleSubmit(async (reason) => {
    if (isPending) return;
    setIsPending(true);
    const isClosed = await closeItems(client, open, reason);
    setIsPending(false);
    if (isClosed) selection.clear();
  });
  return (
    <>
      {open.length > 0 ? (
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => {
            form.reset(CLOSING_DEFAULTS);
            setIsOpen(true);
          }}
        >
          Close…
        </Button>
      ) : null}
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Close ${what}`}
        description="Closed items leave the lists and take no votes. They can be reopened."
        isDirty={form.formState.isDirty}
        isPending={isPending}
        submitLabel={`Close ${what}`}
        pendingLabel="Closing..."
        onSubmit={() => void save()}
      >
        <ClosingFields form={form} />
      </FormDialog>
    </>
  );
}
