import type { ComponentProps } from "react";
import { useState } from "react";
import { useFieldChoices } from "#web/app/api/useFieldChoices.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { useDisclosure } from "#web/ui/useDisclosure.ts";
import type { FieldChange } from "./changeItems.ts";
import { ChoiceMenu } from "./ChoiceMenu.tsx";
import { CloseItems } from "./CloseItems.tsx";
import { MergeItems } from "./MergeItems.tsx";
import { StatusMenu } from "./StatusMenu.tsx";
import type { Selection } from "./useSelection.ts";
import { ChevronDown } from "#web/ui/icons.ts";

interface SelectionBarProps {
  selection: Selection;
  /** @param value the label of the new value, for the toast */
  onChange: (change: FieldChange, value: string) => void;
  onDelete: () => Promise<boolean>;
}

/** The bar at the bottom of the screen with the bulk actions for the selected items. */
export function SelectionBar({ selection, onChange, onDelete }: SelectionBarProps) {
  const menus = useFieldChoices().filter(({ name }) => name !== "status");
  const { isOpen, button, panel } = useDisclosure();
  const [onlyItem, ...others] = selection.items;
  return (
    <section
      aria-label="Selected items"
      className="[anchor-name:--bar] fixed inset-x-3 bottom-3 z-40 mx-auto flex w-fit flex-wrap items-center gap-2 rounded-xl border bg-raised p-2 shadow-float"
    >
      <span className="px-2 text-sm font-medium tabular-nums">
        {selection.items.length} selected
      </span>
      <Button variant="ghost" size="sm" onClick={selection.clear}>
        Clear
      </Button>
      <Button variant="secondary" size="sm" className="lg:hidden" data-shows-actions="" {...button}>
        Actions
        <ChevronDown aria-hidden="true" />
      </Button>
      <div
        {...panel}
        className={cn("w-full flex-wrap gap-2 lg:flex lg:w-auto", isOpen ? "flex" : "hidden")}
      >
        <StatusMenu
          feedbackId={onlyItem && others.length === 0 ? onlyItem.id : null}
          // No status is marked as chosen, because the items can have different statuses.
          value="none"
          onChange={onChange}
          button={<MenuButton shortcut="s" label="Status" />}
        />
        {menus.map(({ name, label, shortcut, choices }) => (
          <ChoiceMenu
            key={name}
            label={label}
            choices={choices}
            value="none"
            onChoose={(choice) => onChange(choice.change, choice.label)}
            button={<MenuButton shortcut={shortcut} label={label} />}
          />
        ))}
        <CloseItems items={selection.items} size="sm" />
        <MergeItems items={selection.items} size="sm" onMerged={selection.clear} />
        <Button variant="ghost" size="sm" onClick={selection.selectAll}>
          Select all
        </Button>
        <DeleteSelected count={selection.items.length} onDelete={onDelete} />
      </div>
    </section>
  );
}

interface MenuButtonProps extends ComponentProps<typeof Button> {
  /** The key that opens the menu. */
  shortcut: string;
  label: string;
}

function MenuButton({ shortcut, label, ...props }: MenuButtonProps) {
  return (
    <Button variant="secondary" size="sm" data-key={shortcut} {...props}>
      {label}
      <ChevronDown aria-hidden="true" />
    </Button>
  );
}

function DeleteSelected({
  count,
  onDelete,
}: {
  count: number;
  onDelete: SelectionBarProps["onDelete"];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const confirm = async () => {
    setIsPending(true);
    const isDeleted = await onDelete();
    setIsPending(false);
    if (isDeleted) setIsOpen(false);
  };
  const what = count === 1 ? "1 item" : `${String(count)} items`;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        data-key="d"
        className="ml-auto text-danger-text lg:ml-4"
        onClick={() => setIsOpen(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete ${what}?`}
        description="Their votes and comments are deleted as well. Items that were merged into them become independent again. This cannot be undone."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={isPending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
