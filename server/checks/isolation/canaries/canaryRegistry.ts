import { randomBytes } from "node:crypto";

/** Whose secret a canary is: company B's, A's admins', or the provider's. */
export type Owner = "B" | "adminsOfA" | "provider";

/** Random words of 128 bits, each in one place of the data, and the search for them. */
export class CanaryRegistry {
  readonly #places = new Map<string, { owner: Owner; place: string }>();

  /** A word for a place such as `board.name`. */
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

  /** Where the words come from that a text must not hold; `sent` are those that the reader knew already. */
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

/** Longer texts are pages, whose positions in lists stand in their data as they are. */
const LONGEST_DECODED = 20_000;

/** The text with what stands in it in another writing: positions in lists are base64url of JSON, UUIDs have hyphens. */
function readable(text: string): string {
  if (text.length > LONGEST_DECODED) return text;
  const decoded = [...text.matchAll(/[A-Za-z0-9_-]{24,}/g)].map(([token]) =>
    Buffer.from(token, "base64url").toString("latin1"),
  );
  return [text, ...decoded].join("\n");
}
