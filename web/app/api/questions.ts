import type { QueryClient } from "@tanstack/react-query";
import { CONFIRM_EMAIL_FIRST, NOT_SIGNED_IN } from "#contract/errors.ts";
import { isApiError } from "./call.ts";
import { currentUserQuery } from "./session.ts";

/**
 * A question that a dialog asks before a call can go on. All calls that need the answer share the
 * dialog and its answer.
 */
class Question<Asked> {
  #answered: Promise<boolean> | null = null;
  #resolve: (isDone: boolean) => void = () => undefined;
  #show: (isOpen: boolean, asked?: Asked) => void = () => undefined;

  /** Sets the function that opens the dialog with what is asked, and closes it. */
  showBy(show: (isOpen: boolean, asked?: Asked) => void): void {
    this.#show = show;
  }

  get isOpen(): boolean {
    return this.#answered !== null;
  }

  /**
   * Opens the dialog. Resolves with true when the user has done what the dialog asks for, and with
   * false when the user closes the dialog.
   */
  ask(asked: Asked): Promise<boolean> {
    this.#answered ??= new Promise((resolve) => {
      this.#resolve = resolve;
      this.#show(true, asked);
    });
    return this.#answered;
  }

  /** Closes the dialog and resolves the promise of `ask`. */
  answer(isDone: boolean): void {
    this.#show(false);
    this.#answered = null;
    this.#resolve(isDone);
  }
}

/** Asks for the mailed code that confirms the e-mail address, here or in another tab. */
export const confirmationQuestion = new Question<void>();

/** Why a user must sign in. */
export interface SignInReason {
  /** What happens after the sign-in, such as 'vote for Dark mode'; completes 'Log in to …'. */
  readonly to: string;
  /** Whether the page's user was signed in before and the session has ended. */
  readonly hasEnded: boolean;
  /** Whether a signed-in user must prove again who they are (`useFreshMutation.ts`). */
  readonly isForProof?: boolean;
}

/** Asks a visitor to log in or sign up, or the page's user to log in again. */
export const signInQuestion = new Question<SignInReason>();

/**
 * Runs a call. If the server refuses the call because the account must first confirm its e-mail
 * address, asks the user for the mailed code and then repeats the call. Rejects with the refusal if
 * the user closes the dialog.
 */
export async function withConfirmedEmail<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isRefusal(error, CONFIRM_EMAIL_FIRST) || !(await confirmationQuestion.ask())) throw error;
    return call();
  }
}

/** Whether somebody is signed in on the page, or signs in before the act that `to` names. */
export async function isSignedInFor(client: QueryClient, to: string): Promise<boolean> {
  return isSignedIn(client) || signInQuestion.ask({ to, hasEnded: false });
}

/**
 * Runs a call. If the session of the page's user has ended, the user signs in again and the call is
 * repeated. Rejects with the refusal if the user closes the dialog.
 */
export async function withSession<Result>(
  client: QueryClient,
  to: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const hasEnded = isRefusal(error, NOT_SIGNED_IN) && isSignedIn(client);
    if (!hasEnded || !(await signInQuestion.ask({ to, hasEnded }))) throw error;
    return call();
  }
}

const isSignedIn = (client: QueryClient) => Boolean(client.getQueryData(currentUserQuery.queryKey));

const isRefusal = (error: unknown, message: string) =>
  isApiError(error) && error.serverMessage === message;
