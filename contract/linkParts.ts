/** Exists in browsers and in Node. */
declare const URL: { canParse(address: string): boolean };

/** A part of a text: plain text, or a URL. */
type TextPart = { text: string; href: string | null };

/**
 * A URL ends at a space, a quotation mark or a sentence mark of any script. Dashes, apostrophes and
 * middle dots are parts of words.
 */
const ADDRESS =
  /\bhttps?:\/\/(?:[!#-;=?-[\]^_a-~]|[^\0-\x7f\p{P}\p{Z}\p{Cc}\p{Cf}]|[\p{Pd}\p{Pc}’·・\u200c\u200d])+/giu;
const TRAILING = ".,;:!?'*_~’·・\u200c\u200d";

/** Splits a text into plain text and http/https URLs, in linear time. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTrailing(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/**
 * Removes punctuation from the end of a URL, and closing brackets that have no opening bracket in
 * the URL.
 */
function withoutTrailing(address: string): string {
  const surplus = {
    ")": surplusOf(address, "(", ")"),
    "]": surplusOf(address, "[", "]"),
    "}": surplusOf(address, "{", "}"),
  };
  let end = address.length;
  while (end > 0) {
    const last = address.charAt(end - 1);
    if (last === ")" || last === "]" || last === "}") {
      if (surplus[last] <= 0) break;
      surplus[last] -= 1;
    } else if (!TRAILING.includes(last)) break;
    end -= 1;
  }
  return address.slice(0, end);
}

function surplusOf(text: string, open: string, close: string): number {
  let surplus = 0;
  for (const letter of text) {
    if (letter === close) surplus += 1;
    else if (letter === open) surplus -= 1;
  }
  return surplus;
}
