/** The maximum length of a note in characters. */
const MAX_NOTE = 1000;

/** Returns an answer as a note or, if it is too long for a note, as a comment. */
export function splitAnswer(text: string): { note: string | null; comment: string | null } {
  const isLong = Array.from(text.trim()).length > MAX_NOTE;
  return { note: isLong ? null : text || null, comment: isLong ? text : null };
}
