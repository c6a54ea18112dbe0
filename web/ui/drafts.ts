const PREFIX = "draft:";

/** Whose drafts these are: the user's id; null for nobody signed in. Written only once the page is in a browser. */
let author: number | null = null;

/** From now on drafts are written and read by this user, or by nobody who is signed in. */
export function setDraftOwner(userId: number | null): void {
  author = userId;
}

/**
 * A draft's text; '' where there is none or the browser keeps nothing. Only its author gets it; one written before signing in, whoever
 * signs in.
 */
export function readDraft(name: string): string {
  return (
    fromStorage(
      (storage) => storage.getItem(keyOf(null, name)) ?? storage.getItem(keyOf(author, name)),
    ) ?? ""
  );
}

/** Keeps what someone is writing over closing, reload and sign-in, in this tab only. '' forgets it. */
export function keepDraft(name: string, text: string): void {
  fromStorage((storage) => {
    // It is its author's from now on, and nobody else's any more.
    storage.removeItem(keyOf(null, name));
    if (text === "") storage.removeItem(keyOf(author, name));
    else storage.setItem(keyOf(author, name), text);
  });
}

/** For who logs out: what they were writing ends with it. */
export function forgetDrafts(): void {
  fromStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

function keyOf(userId: number | null, name: string): string {
  return `${PREFIX}${String(userId ?? "nobody")}:${name}`;
}

/** undefined in a browser that keeps nothing: what is written there is sent all the same. */
function fromStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
