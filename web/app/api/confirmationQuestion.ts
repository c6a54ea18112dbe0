import { CONFIRM_EMAIL_FIRST } from "#contract/users.ts";
import { isApiError } from "./isApiError.ts";

/** An open question for the mailed code. All calls that need the answer share it. */
let open: { readonly isConfirmed: Promise<boolean>; answer(isConfirmed: boolean): void } | null =
  null;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

/** Opens the dialog for the mailed code. Resolves with false if the user closes it. */
export function askForConfirmation(): Promise<boolean> {
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open = { isConfirmed: promise, answer: resolve };
    notify();
  }
  return open.isConfirmed;
}

/** Closes the dialog. */
export function answerConfirmation(isConfirmed: boolean): void {
  open?.answer(isConfirmed);
  open = null;
  notify();
}

/** For `useSyncExternalStore`. */
export function subscribeToQuestion(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** For `useSyncExternalStore`: whether the dialog is open. */
export const isConfirmationAsked = () => open !== null;

/**
 * Runs a call. If the server refuses it because the account must confirm its e-mail address first,
 * it asks for the code and then runs the call again. Rejects with the refusal if the user closes the
 * dialog.
 */
export async function withConfirmedEmail<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const isNeeded = isApiError(error) && error.serverMessage === CONFIRM_EMAIL_FIRST;
    if (!isNeeded || !(await askForConfirmation())) throw error;
    return call();
  }
}
