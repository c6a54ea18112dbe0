const PREFIX = "draft:";

/**
 * The id of the user whose drafts these are; null if nobody is signed in. Set in the browser only.
 */
let ownerId: number | null = null;

/** Sets the user who reads and writes drafts; null if nobody is signed in. */
export function setDraftOwner(userId: number | null): void {
  ownerId = userId;
}

/**
 * A draft's text; '' if there is none or the browser has no storage. Only its owner reads it, or,
 * if it was written while signed out, the user who signs in next.
 */
export function readDraft(name: string): string {
  return (
    withStorage(
      (storage) => storage.getItem(keyOf(null, name)) ?? storage.getItem(keyOf(ownerId, name)),
    ) ?? ""
  );
}

/** Stores a draft in this tab, over closing, reload and sign-in. '' deletes it. */
export function keepDraft(name: string, text: string): void {
  withStorage((storage) => {
    // A draft written while signed out now belongs to its owner.
    storage.removeItem(keyOf(null, name));
    if (text === "") storage.removeItem(keyOf(ownerId, name));
    else storage.setItem(keyOf(ownerId, name), text);
  });
}

/** Deletes all drafts of the tab, at logout. */
export function forgetDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

function keyOf(userId: number | null, name: string): string {
  return `${PREFIX}${String(userId ?? "nobody")}:${name}`;
}

/** undefined if the browser has no storage. Drafts are then not stored. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
