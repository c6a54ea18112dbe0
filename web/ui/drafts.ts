const PREFIX = "draft:";

/** A draft's text; '' where there is none or the browser keeps nothing. */
export function readDraft(name: string): string {
  return fromStorage((storage) => storage.getItem(PREFIX + name)) ?? "";
}

/** Keeps what someone is writing over closing, reload and sign-in, in this tab only. '' forgets it. */
export function keepDraft(name: string, text: string): void {
  fromStorage((storage) => {
    if (text === "") storage.removeItem(PREFIX + name);
    else storage.setItem(PREFIX + name, text);
  });
}

/** For who logs out: the next one in this tab is somebody else. */
export function forgetDrafts(): void {
  fromStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** undefined in a browser that keeps nothing: what is written there is sent all the same. */
function fromStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
