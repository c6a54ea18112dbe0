/** Accents behind letters of the Latin, Greek and Cyrillic scripts. */
const ACCENTS =
  /([a-zª-ʯͰ-ԯᲀ-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f]+/g;

/** Letters that Unicode does not decompose, and the final sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ŧ: "t",
};

const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * Returns the form in which texts are compared: by searches, unique names and the matching of
 * names. Texts that differ only in case, accents of Latin, Greek or Cyrillic letters, or in the
 * Unicode forms that NFKC unites have the same form. The SQL function `fold_text` computes the same
 * form. This function is the definition (server/features/feedback/foldText.test.ts).
 */
export function foldText(text: string): string {
  const folded = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(ACCENTS, "$1")
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
  return folded.normalize("NFC");
}
