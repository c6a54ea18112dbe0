import { CONFIRM_EMAIL_FIRST } from "#contract/users.ts";
import { isApiError } from "./isApiError.ts";

/** The open question for the mailed code. All calls that need the answer share it. */
let question: Promise<boolean> | null = null;
let answer: (isConfirmed: boolean) => void = () => undefined;
let show: (isOpen: boolean) => void = () => undefined;

/** Sets the function that opens and closes the dialog. */
export function showQuestionsBy(setOpen: (isOpen: boolean) => void): void {
  show = setOpen;
}

/** Opens the dialog for the mailed code. Resolves with false if the user closes it. */
export function askForConfirmation(): Promise<boolean> {
  question ??= new Promise((resolve) => {
    answer = resolve;
  });
  show(true);
  return question;
}

/** Closes the dialog. */
export function answerConfirmation(isConfirmed: boolean): void {
  show(false);
  question = null;
  answer(isConfirmed);
}

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
