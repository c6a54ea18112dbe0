import type { MutationOptions, MutationState } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { FieldValues, Path, UseFormGetValues, UseFormSetError } from "react-hook-form";
import type { CallName, InputOf, ResultOf } from "#contract/api.ts";
import type { ApiError } from "#contract/errors.ts";
import { toast } from "#web/ui/toast.ts";
import type { Change } from "./affectedQueries.ts";
import { invalidateAffected } from "./affectedQueries.ts";
import { callThrough } from "./apiQuery.ts";
import { isSignedInFor, withConfirmedEmail, withSession } from "./questions.ts";

/** The argument of `mutate`; void if the endpoint has no input. */
export type Variables<Name extends CallName> = unknown extends InputOf<Name> ? void : InputOf<Name>;

export interface ApiMutationOptions<
  Name extends CallName,
  Values extends FieldValues,
  Snapshot = unknown,
> {
  /**
   * The id of the changed entity. Components with the same endpoint and id share a pending call:
   * each of these components gets the call in `pending`, and a component that is still mounted
   * handles the result of the call.
   */
  readonly entityId?: number;
  /** Calls with the same scope are sent one after the other. */
  readonly scope?: string;
  /** Called before the request is sent. The returned snapshot is stored in `pending.context`. */
  readonly snapshot?: () => Snapshot;
  /**
   * What a visitor signs in for before the call is sent, such as 'vote for Dark mode'. Missing if
   * the call needs no account, or if only signed-in users see what makes the call.
   */
  readonly signInTo?: string | undefined;
  /**
   * What the call changes. After success, the affected queries are refetched, and the mutation
   * stays pending until the refetch is complete. They are also refetched after an error that says
   * that the page is outdated (404, 409) or that leaves open whether the change was made.
   */
  readonly changes?: Change;
  /**
   * Text of the error toast if the server sends no message (docs/specification.md "8. Error
   * catalogue").
   */
  readonly errorFallback: string | ((error: ApiError) => string);
  /** Title of the error toast; 'Error' by default. */
  readonly errorTitle?: string;
  /** The success toast: its title, or title and description. If missing, there is no toast. */
  readonly success?: string | { title: string; description: string };
  /**
   * The form whose fields show the messages of a validation error (400). If a message has no field
   * in the form, the error toast is also shown.
   */
  readonly form?: ErrorForm<Values>;
  /** Whether the caller shows this error itself, instead of a toast or a field message. */
  readonly isShown?: (error: ApiError, variables: Variables<Name>) => boolean;
  /**
   * Called after success, even if the component has unmounted. Use it to update caches and drafts.
   */
  readonly onSuccess?: (result: ResultOf<Name>, variables: Variables<Name>) => void;
  /**
   * Called after success if the component is still mounted. Use it to close a dialog, navigate or
   * reload. To run code after the refetch, pass `onSuccess` to `mutate`.
   */
  readonly onSuccessMounted?: (result: ResultOf<Name>, variables: Variables<Name>) => void;
  /** Called instead of `onSuccessMounted` if the component has unmounted. */
  readonly onSuccessUnmounted?: (result: ResultOf<Name>, variables: Variables<Name>) => void;
  /** Called after the error is shown. */
  readonly onError?: (error: ApiError, variables: Variables<Name>) => void;
}

/**
 * Returns a mutation by one call, with its toasts (docs/specification.md "8. Error catalogue")
 * and refetches. If the component unmounts before the response, errors are shown as toasts.
 * `pending` is the state of the pending call with the same `entityId`, even if another component
 * started the call. With `signInTo`, a visitor signs in before the call is sent. While the user is
 * asked to sign in again, or for the code that confirms the e-mail address, the call stays pending;
 * it is then repeated.
 */
export function useApiMutation<
  Name extends CallName,
  Values extends FieldValues = FieldValues,
  Snapshot = unknown,
>(name: Name, options: ApiMutationOptions<Name, Values, Snapshot>) {
  const isMounted = useIsMounted();
  const { entityId, scope, snapshot, signInTo } = options;
  const queries = useQueryClient();
  const own: MutationOptions<ResultOf<Name>, ApiError, Variables<Name>, Snapshot | undefined> = {
    mutationKey: entityId === undefined ? undefined : [name, entityId],
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: (variables, { client }) =>
      withSession(client, signInTo ?? "go on", () =>
        withConfirmedEmail(() => callThrough(client, name, variables)),
      ),
    onMutate: () => snapshot?.(),
    onSuccess: async (result, variables, _, { client }) => {
      if (options.success !== undefined) toast(asToast(options.success));
      options.onSuccess?.(result, variables);
      const forScreen = isMounted() ? options.onSuccessMounted : options.onSuccessUnmounted;
      forScreen?.(result, variables);
      if (options.changes !== undefined) await invalidateAffected(client, options.changes);
    },
    onError: (error, variables, _, { client }) => {
      if (options.changes !== undefined && mayBeOutdated(error))
        void invalidateAffected(client, options.changes);
      const isShown = isMounted() && (options.isShown?.(error, variables) ?? false);
      const form = isMounted() ? options.form : undefined;
      if (!isShown && !(form && applyFieldErrors(form, error))) toast(errorToast(error, options));
      options.onError?.(error, variables);
    },
  };
  const mutation = useMutation(own);
  const pending = usePendingCall(own);
  const mutate: typeof mutation.mutate = (...sent) => {
    if (signInTo === undefined) mutation.mutate(...sent);
    else void isSignedInFor(queries, signInTo).then((isSo) => isSo && mutation.mutate(...sent));
  };
  return { ...mutation, mutate, pending };
}

/** Returns a function that returns whether the component is mounted. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}

/**
 * Returns the state of the pending call with the mutation key of `options`; undefined if there is
 * no such call. From now on, the pending call uses `options`, because the component that started
 * the call may have unmounted.
 */
function usePendingCall<Data, Sent, Snapshot>(
  options: MutationOptions<Data, ApiError, Sent, Snapshot>,
): MutationState<Data, ApiError, Sent, Snapshot> | undefined {
  const client = useQueryClient();
  const cache = client.getMutationCache();
  const key = options.mutationKey;
  const find = () =>
    key && cache.find<Data, ApiError, Sent, Snapshot>({ mutationKey: key, status: "pending" });
  const isKeyed = key !== undefined;
  const subscribe = useCallback(
    (onChange: () => void) =>
      isKeyed ? cache.subscribe(({ type }) => type === "updated" && onChange()) : () => undefined,
    [cache, isKeyed],
  );
  useEffect(() => find()?.setOptions(client.defaultMutationOptions(options)));
  return useSyncExternalStore(
    subscribe,
    () => find()?.state,
    () => undefined,
  );
}

/** Whether the error says that the page is outdated, or leaves open whether the call succeeded. */
const mayBeOutdated = ({ status }: ApiError) =>
  status === 0 || status === 404 || status === 409 || status >= 500;

function errorToast(
  error: ApiError,
  {
    errorTitle,
    errorFallback,
  }: Pick<ApiMutationOptions<CallName, FieldValues>, "errorTitle" | "errorFallback">,
) {
  const fallback = typeof errorFallback === "string" ? errorFallback : errorFallback(error);
  return {
    title: errorTitle ?? "Error",
    description: error.serverMessage ?? fallback,
    variant: "destructive",
  } as const;
}

function asToast(success: string | { title: string; description: string }) {
  return typeof success === "string" ? { title: success } : success;
}

/** The methods of a react-hook-form form that are needed to show errors from the server. */
export interface ErrorForm<Values extends FieldValues> {
  readonly getValues: UseFormGetValues<Values>;
  readonly setError: UseFormSetError<Values>;
}

/**
 * Shows the messages of a validation error at their fields and focuses the first of these fields.
 * Returns whether every message has a field. If not, the caller must show the error elsewhere.
 */
function applyFieldErrors<Values extends FieldValues>(
  form: ErrorForm<Values>,
  error: ApiError,
): boolean {
  const messages = Object.entries(error.fieldErrors);
  const known = messages.filter(([field]) => field in form.getValues());
  for (const [index, [field, texts]] of known.entries()) {
    const name = field as Path<Values>;
    form.setError(name, { type: "server", message: texts[0] ?? "" }, { shouldFocus: index === 0 });
  }
  return messages.length > 0 && known.length === messages.length;
}
