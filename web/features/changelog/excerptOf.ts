const EXCERPT_LENGTH = 320;
const EXCERPT_LINES = 5;

interface Excerpt {
  readonly text: string;
  readonly isShortened: boolean;
}

/**
 * Returns the beginning of a description: at most 320 UTF-16 units and five lines, cut between
 * words if possible. An ellipsis follows if the description is shortened.
 */
export function excerptOf(description: string): Excerpt {
  const firstLines = description.split("\n", EXCERPT_LINES).join("\n");
  if (firstLines.length <= EXCERPT_LENGTH) {
    const isShortened = firstLines.length < description.length;
    return { text: isShortened ? ended(firstLines) : description, isShortened };
  }
  const start = firstLines.slice(0, EXCERPT_LENGTH);
  const words = /\s/.test(firstLines.charAt(EXCERPT_LENGTH)) ? start : start.replace(/\s\S*$/, "");
  return { text: ended(words), isShortened: true };
}

/**
 * Appends a space and an ellipsis. Without the space, the ellipsis would become part of a web
 * address at the end of the text. Half of a surrogate pair at the end is removed.
 */
function ended(text: string): string {
  return `${text.trimEnd().replace(/[\uD800-\uDBFF]$/, "")} …`;
}
