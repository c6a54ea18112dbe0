import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { StatusBadge } from "../StatusBadge.tsx";
import { changeItems } from "./changeItems.ts";
import type { Choice } from "./ChoiceMenu.tsx";
import { ChoiceMenu } from "./ChoiceMenu.tsx";
import { STATUS_CHOICES } from "./statusChoices.ts";

/** The status badge of a card, which opens a menu of statuses. */
export function CardStatus({ item }: { item: FeedbackItem }) {
  const client = useQueryClient();
  const change = ({ value, label }: Choice) => {
    const status = STATUS_CHOICES.find((each) => each.value === value)?.value;
    void changeItems(client, [item], { status }, () => `Status: ${label}`);
  };
  return (
    // Raises the open menu above the buttons of the cards below.
    <span className="relative z-10 has-aria-expanded:z-20">
      <ChoiceMenu
        label="Status"
        choices={STATUS_CHOICES}
        value={item.status}
        onChoose={change}
        button={
          <button type="button" data-key="s" title="Change status" className="rounded-md">
            <StatusBadge status={item.status} />
            <span className="sr-only"> of {item.title}</span>
          </button>
        }
      />
    </span>
  );
}
