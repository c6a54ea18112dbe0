import type { FeedbackItem } from "#contract/feedback.ts";

const MAX_WORDS = 3;
const MAX_SIMILAR = 3;
/** Maximum length of a word to search for, in characters. */
const LONGEST_WORD = 100;

/** Stop words, which are not searched for. */
const COMMON_WORDS = new Set(
  [
    "the and for can you our not are all any was has but its let add use new get how why who via per out too",
    "able about after allow also another before better could does each every feature from give have into just like",
    "make more most much need option other over please possible should show some support that their them then there",
    "these they this those using very want when where which while will with without would your",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Returns the words of a title to search for: the three longest words that are not stop words. Each
 * word needs a search of its own, because a search takes one literal text.
 */
export function searchWords(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const significant = [...new Set(words)].filter(
    (word) => word.length <= LONGEST_WORD && !COMMON_WORDS.has(word),
  );
  return significant.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS);
}

/**
 * Returns the three most similar items, the most similar first. A word that occurs in the title
 * scores two points, a word that occurs only in the description one point. Items with fewer than
 * two points are left out.
 */
export function mostSimilar(
  words: readonly string[],
  found: readonly FeedbackItem[],
): FeedbackItem[] {
  const items = [...new Map(found.map((item) => [item.id, item])).values()];
  return items
    .map((item) => ({ item, score: similarity(words, item) }))
    .filter(({ score }) => score >= 2)
    .toSorted((a, b) => b.score - a.score || b.item.votes - a.item.votes)
    .slice(0, MAX_SIMILAR)
    .map(({ item }) => item);
}

function similarity(words: readonly string[], { title, description }: FeedbackItem): number {
  const inTitle = title.toLowerCase();
  const inDescription = description.toLowerCase();
  let score = 0;
  for (const word of words) {
    if (inTitle.includes(word)) score += 2;
    else if (inDescription.includes(word)) score += 1;
  }
  return score;
}
