import { DropdownMenu as RadixMenu } from "radix-ui";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { ToneDot } from "#web/ui/Badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { foldText } from "#contract/foldText.ts";

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
  isOpenAtFirst?: boolean;
  onClose?: () => void;
}

/**
 * A menu of values. If few values begin with different letters, each shows its letter, and pressing
 * the letter chooses the value. Otherwise, typed letters filter the values.
 */
export function ChoiceMenu<C extends Choice>(props: ChoiceMenuProps<C>) {
  const { label, choices, value, onChoose, button, children, isOpenAtFirst = false } = props;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const trigger = useRef<HTMLButtonElement>(null);
  const isChosenByLetter = useRef(false);
  const letters = lettersOf(choices);
  const { menu, text, setText, found, type } = useTypedFilter(choices);
  const change = (open: boolean) => {
    setIsOpen(open);
    setText("");
    if (!open) props.onClose?.();
  };
  const choose = (choice: C | undefined) => {
    // Radix moves the focus to the button only after the menu was removed. Until then, no card has
    // the focus, and shortcuts for the focused card have no effect. The focus is therefore moved to
    // the button at once.
    trigger.current?.focus();
    if (choice && choice.value !== value) onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A closed menu keeps the focus until it has faded out. Keys that are pressed during this time
    // already apply to the list.
    if (!isOpen || event.ctrlKey || event.altKey || event.metaKey) return;
    if (letters.length === 0) type(event);
    const choice = choices[letters.indexOf(event.key.toLowerCase())];
    if (!choice) return;
    event.preventDefault();
    isChosenByLetter.current = true;
    choose(choice);
    change(false);
  };
  // Some users confirm a letter with Enter. The button has the focus by then, and Enter would open
  // the menu again.
  const ignoreConfirmation = (event: KeyboardEvent) => {
    if (isChosenByLetter.current && event.key === "Enter") event.preventDefault();
    isChosenByLetter.current = false;
  };
  return (
    <DropdownMenu open={isOpen} onOpenChange={change}>
      <DropdownMenuTrigger ref={trigger} onKeyDown={ignoreConfirmation}>
        {button}
      </DropdownMenuTrigger>
      <DropdownMenuContent
        ref={menu}
        align="start"
        // Before the items, which Space would choose.
        onKeyDownCapture={onKeyDown}
      >
        <DropdownMenuLabel className="flex justify-between gap-4 text-muted">
          {label}
          {letters.length > 0 ? null : <TypedText text={text} isFound={found.length > 0} />}
        </DropdownMenuLabel>
        <ChoiceItems
          label={label}
          value={value}
          choices={found}
          letterOf={(choice) => letters[choices.indexOf(choice)]}
          onChoose={choose}
        />
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface ChoiceItemsProps<C extends Choice> extends Pick<
  ChoiceMenuProps<C>,
  "label" | "choices" | "value"
> {
  letterOf: (choice: C) => string | undefined;
  onChoose: (choice: C | undefined) => void;
}

function ChoiceItems<C extends Choice>(props: ChoiceItemsProps<C>) {
  const { label, value, choices, letterOf, onChoose } = props;
  return (
    <RadixMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(chosen) => onChoose(choices.find((each) => each.value === chosen))}
    >
      {choices.map((choice) => (
        <DropdownMenuRadioItem key={choice.value} value={choice.value} letter={letterOf(choice)}>
          {choice.tone ? <ToneDot tone={choice.tone} /> : null}
          {choice.label}
        </DropdownMenuRadioItem>
      ))}
    </RadixMenu.RadioGroup>
  );
}

function TypedText({ text, isFound }: { text: string; isFound: boolean }) {
  return (
    <span aria-live="polite" className={text === "" ? "pointer-coarse:hidden" : "text-ink"}>
      {text || "Type to filter"}
      {isFound ? null : " – nothing found"}
    </span>
  );
}

const MOST_LETTERS = 9;

/** Returns the first letters of the choices; none if the letters do not tell the choices apart. */
function lettersOf(choices: readonly Choice[]): string[] {
  const letters = choices.map(({ label }) => foldText(label).charAt(0));
  const differ = new Set(letters).size === letters.length && letters.every((each) => each !== "");
  return differ && choices.length <= MOST_LETTERS ? letters : [];
}

/** Filters choices by what the user types while a menu is open. */
function useTypedFilter<C extends Choice>(choices: readonly C[]) {
  const [text, setText] = useState("");
  const menu = useRef<HTMLDivElement>(null);
  const words = foldText(text);
  const found = choices.filter(({ label }) => ` ${foldText(label)}`.includes(` ${words}`));
  // The focused item can be missing now, and keys must still reach the menu.
  useLayoutEffect(() => {
    if (text === "") return;
    (menu.current?.querySelector<HTMLElement>("[role=menuitemradio]") ?? menu.current)?.focus();
  }, [text]);
  const type = (event: KeyboardEvent) => {
    if (event.key === "Backspace") setText(text.slice(0, -1));
    // A space at first chooses the focused item.
    else if (event.key.length === 1 && (text !== "" || event.key !== " "))
      setText(text + event.key);
    else return;
    event.preventDefault();
  };
  return { menu, text, setText, found, type };
}
