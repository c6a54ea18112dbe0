import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, RefObject } from "react";
import { useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { toastChanged } from "./changeItems.ts";
import { CLOSING_DEFAULTS, ClosingFields, useClosingForm } from "./ClosingFields.tsx";

interface CloseItemsProps {
  /**
   * The selected items, or the item of the current page. Only the open items among them are closed.
   */
  items: readonly FeedbackItem[];
  size?: ComponentProps<typeof Button>["size"];
  /** Gets the focus after the dialog closes, because the 'Close…' button is removed. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/**
 * The 'Close…' button with a dialog that asks for the reason. All items get the same reason
 * (docs/product-decisions.md "Duplicates, triage").
 */
export function CloseItems({ items, size, focusAfter }: CloseItemsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useClosingForm();
  const close = useClosing(form);
  const ids = items.filter(({ state }) => state === "open").map(({ id }) => id);
  const isSingle = items.length === 1;
  const title = isSingle ? "Close feedback" : `Close ${countLabel(ids.length, "item")}`;
  const open = () => {
    form.reset(CLOSING_DEFAULTS);
    setIsOpen(true);
  };
  const save = form.handleSubmit((reason) => {
    if (close.isPending) return;
    close.mutate({ body: { ids, ...reason } }, { onSuccess: () => setIsOpen(false) });
  });
  return (
    <>
      {ids.length > 0 ? (
        <Button variant="secondary" size={size} aria-haspopup="dialog" data-key="w" onClick={open}>
          Close…
        </Button>
      ) : null}
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={title}
        description={
          isSingle
            ? "A closed item leaves the lists and takes no votes. It can be reopened."
            : "Closed items leave the lists and take no votes. They can be reopened."
        }
        isDirty={form.formState.isDirty}
        isPending={close.isPending}
        submitLabel={title}
        pendingLabel="Closing..."
        onSubmit={() => void save()}
      >
        <ClosingFields form={form} takesPictures={isSingle} focusAfter={focusAfter} />
      </FormDialog>
    </>
  );
}

function useClosing(form: ReturnType<typeof useClosingForm>) {
  const client = useQueryClient();
  return useApiMutation("POST /api/feedback/close", {
    changes: "item",
    errorFallback: "Failed to close feedback",
    form,
    onSuccess: (results) =>
      toastChanged(client, results, (count) => ({
        title: count === 1 ? "Feedback closed" : `${String(count)} items closed`,
      })),
  });
}
