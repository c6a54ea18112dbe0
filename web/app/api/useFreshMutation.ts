import type { FieldValues } from "react-hook-form";
import type { CallName } from "#contract/api.ts";
import type { ApiError } from "#contract/errors.ts";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { signInQuestion } from "./questions.ts";
import type { ApiMutationOptions, Variables } from "./useApiMutation.ts";
import { useApiMutation } from "./useApiMutation.ts";

interface FreshMutationOptions<
  Name extends CallName,
  Values extends FieldValues,
> extends ApiMutationOptions<Name, Values> {
  /** What the user logs in again for, such as 'remove the password'. */
  readonly freshFor: string;
}

/**
 * Like `useApiMutation`, for calls that need a login within the last five minutes. If the server
 * refuses the call because the login is older, the user logs in again over the page, and the call is
 * repeated.
 */
export function useFreshMutation<Name extends CallName, Values extends FieldValues = FieldValues>(
  name: Name,
  { freshFor, ...options }: FreshMutationOptions<Name, Values>,
) {
  const mutation = useApiMutation<Name, Values>(name, {
    ...options,
    isShown: (error, variables) => isStale(error) || options.isShown?.(error, variables) === true,
    onError: (error, variables) => {
      if (isStale(error)) void repeat(variables);
      else options.onError?.(error, variables);
    },
  });
  const repeat = async (variables: Variables<Name>) => {
    if (await signInQuestion.ask({ to: freshFor, hasEnded: false, isForProof: true }))
      mutation.mutate(variables);
  };
  return mutation;
}

const isStale = ({ serverMessage }: ApiError) => serverMessage === FRESH_SIGN_IN_FIRST;
