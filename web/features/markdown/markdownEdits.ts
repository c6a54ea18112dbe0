/** A text with what is selected of it. The caret is an empty selection. */
export interface SelectedText {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces what is between `from` and `to`, and then selects. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly selectFrom: number;
  readonly selectTo: number;
}

export type Format = "strong" | "emphasis" | "link" | "list" | "quote" | "code";

/** Returns the edit that formats the selection, or takes its format away. */
export function formatted(format: Format, selected: SelectedText): Edit {
  if (format === "strong") return marked(selected, "**", (length) => length >= 2);
  if (format === "emphasis") return marked(selected, "*", (length) => length === 1 || length > 2);
  if (format === "link") return linked(selected);
  if (format === "list") return prefixed(selected, "- ");
  if (format === "quote") return prefixed(selected, "> ");
  return selected.value.slice(selected.start, selected.end).includes("\n")
    ? fenced(selected)
    : marked(selected, "`", (length) => length === 1);
}

/**
 * Puts marks around the selection, or removes them. `isMarked` says whether a run of so many mark
 * characters contains the mark, because `**` and `*` are made of the same character.
 */
function marked(
  { value, start, end }: SelectedText,
  mark: string,
  isMarked: (length: number) => boolean,
): Edit {
  const { length } = mark;
  const chosen = value.slice(start, end);
  const inner = chosen.trim();
  // Marks beside a space are no Markdown.
  const from = inner === "" ? start : start + chosen.indexOf(inner);
  const to = from + inner.length;
  const around = Math.min(runAtEnd(value.slice(0, from), mark), runAtStart(value.slice(to), mark));
  if (isMarked(around))
    return {
      from: from - length,
      to: to + length,
      text: inner,
      selectFrom: from - length,
      selectTo: to - length,
    };
  const within = Math.min(runAtStart(inner, mark), runAtEnd(inner, mark));
  if (isMarked(within) && inner.length > 2 * within) {
    const text = inner.slice(length, -length);
    return { from, to, text, selectFrom: from, selectTo: from + text.length };
  }
  // Marks do not reach across blank lines, so each paragraph has its own.
  const parts = inner.split(/(\n[ \t]*\n\s*)/);
  const text = parts.map((part, i) => (i % 2 === 0 ? mark + part + mark : part)).join("");
  const isWhole = parts.length > 1;
  return {
    from,
    to,
    text,
    selectFrom: isWhole ? from : from + length,
    selectTo: from + text.length - (isWhole ? 0 : length),
  };
}

/** Returns how many mark characters a text begins with, or ends with. */
function runAtStart(text: string, [character]: string): number {
  let length = 0;
  while (length < text.length && text[length] === character) length += 1;
  return length;
}

function runAtEnd(text: string, [character]: string): number {
  let length = 0;
  while (length < text.length && text[text.length - 1 - length] === character) length += 1;
  return length;
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Makes the selection a link, and selects what is missing: its address or its text. */
function linked({ value, start, end }: SelectedText): Edit {
  const chosen = value.slice(start, end).trim();
  const from = chosen === "" ? start : start + value.slice(start, end).indexOf(chosen);
  const to = from + chosen.length;
  if (ADDRESS.test(chosen)) {
    const caret = from + 1;
    return { from, to, text: `[](${chosen})`, selectFrom: caret, selectTo: caret };
  }
  const text = `[${chosen}](https://)`;
  const address = from + chosen.length + 3;
  // Without words, the caret is where they belong.
  if (chosen === "") return { from, to, text, selectFrom: from + 1, selectTo: from + 1 };
  return { from, to, text, selectFrom: address, selectTo: from + text.length - 1 };
}

/** Returns the edit that links the selected words to a pasted address; null if there is none. */
export function pastedLink({ value, start, end }: SelectedText, pasted: string): Edit | null {
  const chosen = value.slice(start, end);
  const address = pasted.trim();
  if (!ADDRESS.test(address) || chosen.trim() === "" || chosen.includes("\n")) return null;
  if (ADDRESS.test(chosen.trim())) return null;
  // Round brackets and angle brackets would end the address.
  const target = address.replaceAll(/[()<>]/g, (character) => PERCENT[character] ?? character);
  const text = `[${chosen}](${target})`;
  const caret = start + text.length;
  return { from: start, to: end, text, selectFrom: caret, selectTo: caret };
}

const PERCENT: Readonly<Record<string, string>> = {
  "(": "%28",
  ")": "%29",
  "<": "%3C",
  ">": "%3E",
};

/** Begins each selected line with the prefix, or removes it from all of them. */
function prefixed({ value, start, end }: SelectedText, prefix: string): Edit {
  const from = start === 0 ? 0 : value.lastIndexOf("\n", start - 1) + 1;
  const last = end > start && value[end - 1] === "\n" ? end - 1 : end;
  const next = value.indexOf("\n", last);
  const to = next === -1 ? value.length : next;
  const lines = value.slice(from, to).split("\n");
  const written = lines.filter((line) => line.trim() !== "");
  const isOn = written.length > 0 && written.every((line) => line.startsWith(prefix));
  const change = (line: string) => {
    if (isOn) return line.startsWith(prefix) ? line.slice(prefix.length) : line;
    return line.trim() === "" && lines.length > 1 ? line : prefix + line;
  };
  const text = lines.map(change).join("\n");
  if (start !== end) return { from, to, text, selectFrom: from, selectTo: from + text.length };
  const caret = Math.max(from, start + (isOn ? -prefix.length : prefix.length));
  return { from, to, text, selectFrom: caret, selectTo: caret };
}

/** Puts the selected lines into a block of code. */
function fenced({ value, start, end }: SelectedText): Edit {
  const before = start === 0 || value[start - 1] === "\n" ? "" : "\n";
  const after = end === value.length || value[end] === "\n" ? "" : "\n";
  const chosen = value.slice(start, end).replace(/\n$/, "");
  const text = `${before}\`\`\`\n${chosen}\n\`\`\`${after}`;
  const selectFrom = start + before.length + 4;
  return { from: start, to: end, text, selectFrom, selectTo: selectFrom + chosen.length };
}

/** Returns the edit that adds lines after the selection, which stays as it is. */
export function addedLines({ value, end }: SelectedText, lines: readonly string[]): Edit {
  const before = end === 0 || value[end - 1] === "\n" ? "" : "\n";
  const after = value[end] === "\n" ? "" : "\n";
  const text = before + lines.join("\n") + after;
  // The caret is at the beginning of the next line.
  const caret = end + text.length + (after === "" ? 1 : 0);
  return { from: end, to: end, text, selectFrom: caret, selectTo: caret };
}

export const selectedIn = ({
  value,
  selectionStart: start,
  selectionEnd: end,
}: HTMLTextAreaElement): SelectedText => ({ value, start, end });

/**
 * Edits a field as one step of the browser's own undo. Where the field cannot have the focus, the
 * text is replaced without undo.
 */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  const { from, to, text, selectFrom, selectTo } = edit;
  if (from === to && text === "") return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, to);
  if (document.activeElement !== area || !execute(text)) {
    area.setRangeText(text, from, to);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(selectFrom, selectTo);
}

function execute(text: string): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else edits with undo
  return document.execCommand(text === "" ? "delete" : "insertText", false, text);
}

/**
 * Replaces a part of the text while the user may be typing somewhere else: focus and selection stay
 * where they are. Returns whether the field contained the part.
 */
export function replaceInField(area: HTMLTextAreaElement, part: string, text: string): boolean {
  const from = area.value.indexOf(part);
  if (from === -1) return false;
  const to = from + part.length;
  const moved = (at: number) =>
    at <= from ? at : at < to ? from + text.length : at + text.length - part.length;
  const selectFrom = moved(area.selectionStart);
  const selectTo = moved(area.selectionEnd);
  const focused = document.activeElement;
  applyEdit(area, { from, to, text, selectFrom, selectTo });
  if (focused !== area && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return true;
}
