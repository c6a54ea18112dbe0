import type { ImportEncoding } from "#contract/importFormats.ts";

/** A high byte and the byte after it. In the encodings of East Asia, the two are one character. */
const PAIR = /[\x80-\xFF][^]?/g;

/**
 * The pairs of bytes that are common characters: kana and punctuation, and the part of the ideographs
 * or of Hangul that the standard of the encoding lists as common.
 */
const COMMON_PAIRS = {
  "euc-kr": /^(?:[\xA1-\xA3\xB0-\xC8][\xA1-\xFE])$/,
  "euc-jp": /^(?:[\xA1\xA3-\xA5\xB0-\xCF][\xA1-\xFE])$/,
  shift_jis: /^(?:[\x81-\x83\x88-\x97][\x40-\x7E\x80-\xFC])$/,
  big5: /^(?:[\xA1-\xC6][\x40-\x7E\xA1-\xFE])$/,
  gb18030: /^(?:[\xA1-\xA3\xB0-\xD7][\xA1-\xFE])$/,
} as const satisfies Partial<Record<ImportEncoding, RegExp>>;

/** Words of a script in lower case, in upper case, or with a capital letter. */
function cased(script: string): RegExp {
  const letter = `\\p{Script=${script}}`;
  return new RegExp(`^(?:${letter}[${letter}--\\p{Lu}]*|[${letter}&&\\p{Lu}]+)$`, "v");
}

const LATIN = cased("Latin");
const CYRILLIC = cased("Cyrillic");

/**
 * The other encodings that are guessed, each with the form of its words. Of encodings that fit
 * equally well, the first one is taken, so that one with few letters is before one with many.
 */
const WORDS = {
  "windows-1255": /^[\p{Script=Hebrew}\p{M}]+$/u,
  "windows-1252": LATIN,
  "windows-1250": LATIN,
  "windows-1251": CYRILLIC,
  "koi8-r": CYRILLIC,
  "windows-1253": cased("Greek"),
  "windows-1256": /^[\p{Script=Arabic}\p{M}]+$/u,
} as const satisfies Partial<Record<ImportEncoding, RegExp>>;

/**
 * Characters between words. Symbols next to letters belong to words, because they are often letters
 * in another encoding.
 */
const BETWEEN = /[\0-@[-`{-\x7F\p{P}\p{Zs}€™®©°]+/u;
const SYMBOLS = /^[[\p{S}\p{N}]--\uFFFD]*$/v;

/**
 * Guesses the encoding of a text that is not Unicode. Short texts fit several encodings, so that
 * the guess can be wrong.
 */
export function guessEncoding(bytes: Buffer): ImportEncoding {
  const pairs = bytes.toString("latin1").match(PAIR) ?? [];
  const ofPairs = Object.entries(COMMON_PAIRS).map(([encoding, common]) => {
    const score = pairs.filter((pair) => common.test(pair)).length / pairs.length;
    return { encoding: encoding as keyof typeof COMMON_PAIRS, score };
  });
  const ofWords = Object.entries(WORDS).map(([encoding, form]) => {
    const words = new TextDecoder(encoding).decode(bytes).split(BETWEEN);
    return { encoding: encoding as keyof typeof WORDS, score: scoreOfWords(words, form) };
  });
  const guesses: { encoding: ImportEncoding; score: number }[] = [...ofWords, ...ofPairs];
  return guesses.reduce((best, guess) => (guess.score > best.score ? guess : best)).encoding;
}

/** Returns the share of letters that are not ASCII in words of the form. */
function scoreOfWords(words: readonly string[], form: RegExp): number {
  let [good, all] = [0, 0];
  for (const word of words) {
    if (SYMBOLS.test(word)) continue;
    // oxlint-disable-next-line no-control-regex -- ASCII contains control characters
    const foreign = word.replaceAll(/[\0-\x7F]/g, "").length;
    all += foreign;
    // Most letters of a Latin word are ASCII. Words of other scripts are not if read as Latin.
    const isForeign = form === LATIN && foreign > 2 && foreign * 2 > word.length;
    if (form.test(word) && !isForeign) good += foreign;
  }
  // A text without foreign letters, but with signs such as a currency, is most likely Western.
  return all > 0 ? good / all : form === LATIN ? 1 : 0;
}
