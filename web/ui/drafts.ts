const PREFIX = "draft:";

/**
 * The id of the user to whom the drafts belong; null if nobody is signed in. Set in the browser
 * only.
 */
let ownerId: number | null = null;

/** Sets the user who reads and writes drafts; null if nobody is signed in. */
export function setDraftOwner(userId: number | null): void {
  ownerId = userId;
}

/**
 * Returns a draft's text; '' if there is no draft or the browser has no storage. Only its owner can
 * read a draft. A draft that was written while signed out can be read by the next user who signs
 * in, and takes priority over that user's own draft.
 */
export function readDraft(name: string): string {
  return (
    withStorage(
      (storage) => storage.getItem(keyOf(null, name)) ?? storage.getItem(keyOf(ownerId, name)),
    ) ?? ""
  );
}

/**
 * Stores a draft in this tab. It survives closing the form, a reload and a login. An empty text
 * deletes the draft.
 */
export function keepDraft(name: string, text: string): void {
  withStorage((storage) => {
    // A draft that was written while signed out now belongs to the signed-in user.
    storage.removeItem(keyOf(null, name));
    if (text === "") storage.removeItem(keyOf(ownerId, name));
    else storage.setItem(keyOf(ownerId, name), text);
  });
}

/** Deletes all drafts of the tab. Called at logout and after users have deleted their account. */
export function forgetDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

function keyOf(userId: number | null, name: string): string {
  return `${PREFIX}${String(userId ?? "nobody")}:${name}`;
}

/**
 * Runs `work` with the tab's storage. Returns undefined if the browser has no storage or the
 * storage is full. Drafts are not stored in that case.
 */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
