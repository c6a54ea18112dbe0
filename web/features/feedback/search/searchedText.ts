import { foldText } from "#contract/foldText.ts";

/** A character with its marks. The marks of narrow Japanese letters are letters in Unicode. */
const CLUSTER = /\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;

/**
 * Splits a text at the searched words: the parts with odd indices contain them.
 * @param words of `searchWords`
 */
export function splitAtWords(text: string, words: readonly string[]): string[] {
  let folded = "";
  // For each unit of the folded text, the index in `text` of the character that it comes from.
  const origins: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    // Most characters are in ASCII, for which this is much faster.
    const units =
      cluster.length === 1 && cluster < "\x80" ? cluster.toLowerCase() : foldText(cluster);
    folded += units;
    for (let unit = 0; unit < units.length; unit += 1) origins.push(index);
  }
  origins.push(text.length);
  const isFound = new Uint8Array(text.length + 1);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      let end = at + word.length;
      // A letter such as ß has several units, and a word can end within it.
      while (origins[end] === origins[end - 1]) end += 1;
      isFound.fill(1, origins[at], origins[end]);
    }
  }
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isFound[at] === parts.length % 2) continue;
    parts.push(text.slice(start, at));
    start = at;
  }
  return parts;
}

const CHUNK = /[^]{1,200}[\p{M}\uff9e\uff9f]*/gu;

/**
 * Returns about where a text contains the first of the words; -1 if it contains none. Folding
 * chunks of 200 characters takes a small part of the time of folding each character.
 */
function locate(text: string, words: readonly string[]): number {
  const chunks = text.match(CHUNK) ?? [];
  const folded = chunks.map(foldText);
  const whole = folded.join("");
  let rest = Math.min(...words.map((word) => whole.indexOf(word)).filter((at) => at >= 0));
  let start = 0;
  for (const [n, { length }] of folded.entries()) {
    const chunk = chunks[n]?.length ?? 0;
    if (rest < length) return start + Math.floor((rest * chunk) / length);
    rest -= length;
    start += chunk;
  }
  return -1;
}

/** Maximum length of an excerpt in characters. A card shows two lines, which have fewer. */
const EXCERPT_LENGTH = 400;

/** Maximum number of characters before the found word, so that small phones show the word. */
const LEAD = 40;

/**
 * Returns the part of a description to show as the result of a search. Words that the title
 * contains need not be shown again. If the description contains another word far behind its start,
 * the excerpt begins a little before this word.
 */
export function excerptOf(
  { title, description }: { title: string; description: string },
  words: readonly string[],
): string {
  const inTitle = foldText(title);
  const at = locate(
    description,
    words.filter((word) => !inTitle.includes(word)),
  );
  const isLate = at > 2 * LEAD;
  const lead = isLate ? description.slice(at - LEAD, at) : "";
  // At the start of a word or, in texts without spaces, of a character.
  const skipped = /^\S*\s+|^.\p{M}*/su.exec(lead)?.[0].length ?? 0;
  const start = isLate ? at - LEAD + skipped : 0;
  const excerpt = description.slice(start, start + EXCERPT_LENGTH).toWellFormed();
  return isLate ? `… ${excerpt}` : excerpt;
}
