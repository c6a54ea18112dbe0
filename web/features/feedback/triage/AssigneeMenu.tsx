import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FieldChoice } from "#web/app/api/useFieldChoices.ts";
import { CircleUser } from "#web/ui/adminIcons.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { changeItems } from "./changeItems.ts";
import { ChoiceMenu } from "./ChoiceMenu.tsx";

interface AssigneeMenuProps {
  item: FeedbackItem;
  /** The admins to whom the item can be assigned, and nobody. */
  choices: readonly FieldChoice[];
}

/** The avatar of an item's assignee, which opens a menu of the company's admins. */
export function AssigneeMenu({ item, choices }: AssigneeMenuProps) {
  const client = useQueryClient();
  const value = String(item.assigneeId ?? "");
  const assignee = choices.find((each) => each.value === value);
  const name = assignee?.person ?? assignee?.label ?? "Unknown admin";
  const label = value === "" ? "Assign" : `Assigned to ${name}`;
  return (
    // Raises the open menu above the buttons of the items below.
    <span className="relative z-10 has-aria-expanded:z-20">
      <ChoiceMenu
        label="Assignee"
        choices={choices}
        value={value}
        onChoose={(choice) =>
          void changeItems(client, [item], choice.change, () => ({
            title: `Assignee: ${choice.label}`,
          }))
        }
        button={
          <button
            type="button"
            title={label}
            className="-my-1 grid size-8 place-items-center rounded-full text-muted hover:bg-hover"
          >
            {value === "" ? (
              <CircleUser
                aria-hidden="true"
                className="size-5 opacity-50 group-focus-within:opacity-100 group-hover:opacity-100"
              />
            ) : (
              <Avatar name={name} picture={assignee?.picture} size="sm" />
            )}
            <span className="sr-only">
              {label}: {item.title}
            </span>
          </button>
        }
      />
    </span>
  );
}
