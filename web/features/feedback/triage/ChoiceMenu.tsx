import { DropdownMenu as RadixMenu } from "radix-ui";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { useRef, useState } from "react";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { ToneDot } from "#web/ui/Badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The colour of the dot before the label; undefined if there is no dot. */
  readonly tone?: BadgeTone;
}

interface ChoiceMenuProps<C extends Choice> {
  label: string;
  choices: readonly C[];
  /** The current value; '' if no value is chosen. */
  value: string;
  onChoose: (choice: C) => void;
  button: ReactElement;
  /** Items below the values. They are mounted each time the menu opens. */
  children?: ReactNode;
}

/**
 * A menu of values. Pressing a letter chooses the value that begins with the letter. If several
 * values begin with the letter, the focus moves to the next of these values.
 */
export function ChoiceMenu<C extends Choice>(props: ChoiceMenuProps<C>) {
  const { label, choices, value, onChoose, button, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const isChosenByLetter = useRef(false);
  const choose = (choice: C | undefined) => {
    // Radix moves the focus to the button only after the menu was removed. Until then, no card has
    // the focus, and shortcuts for the focused card have no effect. The focus is therefore moved to
    // the button at once.
    trigger.current?.focus();
    if (choice && choice.value !== value) onChoose(choice);
  };
  const chooseByLetter = (event: KeyboardEvent) => {
    // A closed menu keeps the focus until it has faded out. Keys that are pressed during this time
    // already apply to the list.
    if (!isOpen || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    const key = event.key.toLowerCase();
    const [found, ...others] = choices.filter((each) => each.label.toLowerCase().startsWith(key));
    if (!found || others.length > 0) return;
    event.preventDefault();
    setIsOpen(false);
    isChosenByLetter.current = true;
    choose(found);
  };
  // Some users confirm a letter with Enter. The button has the focus by then, and Enter would open
  // the menu again.
  const ignoreConfirmation = (event: KeyboardEvent) => {
    if (isChosenByLetter.current && event.key === "Enter") event.preventDefault();
    isChosenByLetter.current = false;
  };
  return (
    <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenuTrigger ref={trigger} onKeyDown={ignoreConfirmation}>
        {button}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onKeyDown={chooseByLetter}>
        <DropdownMenuLabel className="text-muted">{label}</DropdownMenuLabel>
        <RadixMenu.RadioGroup
          aria-label={label}
          value={value}
          onValueChange={(chosen) => choose(choices.find((each) => each.value === chosen))}
        >
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice.value} value={choice.value}>
              {choice.tone ? <ToneDot tone={choice.tone} /> : null}
              {choice.label}
            </DropdownMenuRadioItem>
          ))}
        </RadixMenu.RadioGroup>
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
