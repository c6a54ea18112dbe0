import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useFieldChoices } from "#web/app/api/useFieldChoices.ts";
import { changeItems } from "./changeItems.ts";
import { ChoiceMenu } from "./ChoiceMenu.tsx";

interface RowMenuProps {
  item: FeedbackItem;
  /** The key of the field. */
  shortcut: string;
  onClose: () => void;
}

/**
 * The menu of one field of an item, which a key has opened at the item's card. When it closes, the
 * card has the focus again.
 */
export function RowMenu({ item, shortcut, onClose }: RowMenuProps) {
  const client = useQueryClient();
  const anchor = useRef<HTMLButtonElement>(null);
  const field = useFieldChoices().find((each) => each.shortcut === shortcut);
  if (!field) return null;
  const { name, label, choices } = field;
  return (
    <ChoiceMenu
      isOpenAtFirst
      label={label}
      choices={choices}
      value={String(item[name] ?? "")}
      onChoose={({ change, label: chosen }) =>
        void changeItems(client, [item], change, () => ({ title: `${label}: ${chosen}` }))
      }
      onClose={() => {
        anchor.current?.closest("article, tr")?.querySelector<HTMLElement>("h2 a")?.focus();
        onClose();
      }}
      button={
        <button
          ref={anchor}
          type="button"
          tabIndex={-1}
          aria-label={label}
          className="absolute bottom-0 left-0 size-0"
        />
      }
    />
  );
}
