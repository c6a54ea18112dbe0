import { randomBytes } from "node:crypto";

/** Who may read a canary word: company B, A's admins, or super admins. */
export type Owner = "B" | "adminsOfA" | "provider";

/** Creates random 128-bit words, one for each place in the data, and finds these words in texts. */
export class CanaryRegistry {
  readonly #places = new Map<string, { owner: Owner; place: string }>();

  /** Creates a word for a place such as `board.name`. */
  plant(owner: Owner, place: string): string {
    const word = randomBytes(16).toString("hex");
    this.#places.set(word, { owner, place });
    return word;
  }

  get words(): string[] {
    return [...this.#places.keys()];
  }

  wordsOf(owner: Owner): string[] {
    return this.words.filter((word) => this.#places.get(word)?.owner === owner);
  }

  /**
   * Returns the owners and places (such as `B board.name`) whose canary words occur in the text.
   * Words of other owners are ignored. Words in `sent` are ignored as well, because the request
   * itself contained them.
   */
  find(text: string, owners: ReadonlySet<Owner>, sent: ReadonlySet<string> = new Set()): string[] {
    const found = new Set<string>();
    for (const [run] of readable(text).matchAll(/[0-9a-f]{32,}/gi)) {
      for (let at = 0; at + 32 <= run.length; at += 1) {
        const word = run.slice(at, at + 32).toLowerCase();
        const known = this.#places.get(word);
        if (known && owners.has(known.owner) && !sent.has(word))
          found.add(`${known.owner} ${known.place}`);
      }
    }
    return [...found];
  }
}

/**
 * Maximum length of a text whose cursors are decoded. Longer texts are pages, which contain their
 * cursors unencoded.
 */
const LONGEST_DECODED = 20_000;

/** Returns the text, followed by its base64url cursors in decoded form. */
function readable(text: string): string {
  if (text.length > LONGEST_DECODED) return text;
  const decoded = [...text.matchAll(/[A-Za-z0-9_-]{24,}/g)].map(([token]) =>
    Buffer.from(token, "base64url").toString("latin1"),
  );
  return [text, ...decoded].join("\n");
}
