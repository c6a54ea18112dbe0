import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { isApiError } from "./call.ts";

/**
 * The promise of `askForConfirmation`; null while the dialog is closed. All calls that need the
 * confirmation share this promise.
 */
let question: Promise<boolean> | null = null;
let answer: (isConfirmed: boolean) => void = () => undefined;
let show: (isOpen: boolean) => void = () => undefined;

/** Sets the function that opens and closes the dialog. */
export function showQuestionsBy(setOpen: (isOpen: boolean) => void): void {
  show = setOpen;
}

/**
 * Opens the dialog for the mailed code. Resolves with true when the e-mail address is confirmed, by
 * the code or in another tab, and with false when the user closes the dialog.
 */
export function askForConfirmation(): Promise<boolean> {
  question ??= new Promise((resolve) => {
    answer = resolve;
  });
  show(true);
  return question;
}

/** Closes the dialog and resolves the promise of `askForConfirmation`. */
export function answerConfirmation(isConfirmed: boolean): void {
  show(false);
  question = null;
  answer(isConfirmed);
}

/**
 * Runs a call. If the server refuses the call because the account must first confirm its e-mail
 * address, asks the user for the mailed code and then repeats the call. Rejects with the refusal if
 * the user closes the dialog.
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
