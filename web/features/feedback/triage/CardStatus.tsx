import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { StatusBadge } from "../StatusBadge.tsx";
import { changeItems } from "./changeItems.ts";
import { StatusMenu } from "./StatusMenu.tsx";

/** The status badge of a card, which opens a menu of statuses. */
export function CardStatus({ item }: { item: FeedbackItem }) {
  const client = useQueryClient();
  return (
    // Raises the open menu above the buttons of the cards below.
    <span className="relative z-10 has-aria-expanded:z-20">
      <StatusMenu
        feedbackId={item.id}
        value={item.status}
        onChange={(change, label) =>
          void changeItems(client, [item], change, () => `Status: ${label}`)
        }
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
