import type { MutationOptions, MutationState } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { FieldValues } from "react-hook-form";
import type { CallInput, Endpoint, ResultOf } from "#contract/endpoint.ts";
import type { ApiError } from "#contract/errors.ts";
import { toast } from "#web/ui/toast.ts";
import { callThrough } from "./apiQuery.ts";
import type { ErrorForm } from "./applyFieldErrors.ts";
import { applyFieldErrors } from "./applyFieldErrors.ts";

/** What `mutate` takes: nothing where the endpoint takes nothing. */
type Variables<E extends Endpoint> = unknown extends CallInput<E> ? void : CallInput<E>;

export interface ApiMutationOptions<
  E extends Endpoint,
  Values extends FieldValues,
  Snapshot = unknown,
> {
  /**
   * What it is about, such as an item's id. Calls about the same are one: each who makes them knows of the others' (`underWay`), and
   * whoever is on the screen when the answer comes takes it, as who called may be gone.
   */
  readonly entityId?: number;
  /** Taken down when the call is made, before anything changes; found again in `underWay.context`. */
  readonly snapshot?: () => Snapshot;
  /** Every query of these endpoints is refetched after success; the mutation stays pending until that is done. */
  readonly refetch?: readonly Endpoint[];
  /** Text of the error toast when the server sends none (SPEC section 8). */
  readonly errorFallback: string | ((error: ApiError) => string);
  /** Title of the error toast; 'Error' if absent. */
  readonly errorTitle?: string;
  /** Title of the success toast; without it there is none. */
  readonly success?: string | { title: string; description: string };
  /** Gets the messages of a validation error (400) beside its fields; what has no field becomes a toast. */
  readonly form?: ErrorForm<Values>;
  /** Whether the caller itself shows this error: then there is neither toast nor message beside a field. */
  readonly isShown?: (error: ApiError, variables: Variables<E>) => boolean;
  /** What follows wherever the visitor is by then, such as what is cached and drafts. */
  readonly onSuccess?: (result: ResultOf<E>, variables: Variables<E>) => void;
  /**
   * What belongs to the screen, such as closing it, leading away or loading it anew: done only while that is there. What has to wait for the
   * refetch is given to `mutate` as `onSuccess` instead, and is not done once the screen is gone, either.
   */
  readonly onSuccessMounted?: (result: ResultOf<E>, variables: Variables<E>) => void;
  /** Done in place of `whileShown` once the screen is gone. */
  readonly onSuccessUnmounted?: (result: ResultOf<E>, variables: Variables<E>) => void;
  /** After the toast or the form have shown the error. */
  readonly onError?: (error: ApiError, variables: Variables<E>) => void;
}

/**
 * A mutation through one endpoint, with the toasts of SPEC section 8 and the refetches that follow from it. The answer may come when the
 * visitor is somewhere else: then errors are toasts, and nothing is done to what is shown by then. `underWay` is the state of the call about
 * the same that has no answer yet, whoever made it.
 */
export function useApiMutation<
  E extends Endpoint,
  Values extends FieldValues = FieldValues,
  Snapshot = unknown,
>(endpoint: E, options: ApiMutationOptions<E, Values, Snapshot>) {
  const isMounted = useIsMounted();
  const { method, path } = endpoint;
  const { entityId, snapshot } = options;
  const own: MutationOptions<ResultOf<E>, ApiError, Variables<E>, Snapshot | undefined> = {
    mutationKey: entityId === undefined ? undefined : [method, path, entityId],
    mutationFn: (variables, { client }) => callThrough(client, endpoint, variables),
    onMutate: () => snapshot?.(),
    onSuccess: async (result, variables, _, { client }) => {
      if (options.success !== undefined) toast(asToast(options.success));
      options.onSuccess?.(result, variables);
      const forScreen = isMounted() ? options.onSuccessMounted : options.onSuccessUnmounted;
      forScreen?.(result, variables);
      const paths = options.refetch?.map((read) => read.path) ?? [];
      await Promise.all(paths.map((read) => client.invalidateQueries({ queryKey: [read] })));
    },
    onError: (error, variables) => {
      const isShown = isMounted() && (options.isShown?.(error, variables) ?? false);
      const form = isMounted() ? options.form : undefined;
      if (!isShown && !(form && applyFieldErrors(form, error))) toast(errorToast(error, options));
      options.onError?.(error, variables);
    },
  };
  const mutation = useMutation(own);
  const pending = usePendingCall(own);
  return { ...mutation, pending };
}

/** Whether the component is on the screen, to be asked once an answer is here. */
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

/** The call of this key that has no answer yet. It is answered by these options from now on: whoever made it may be gone. */
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

function errorToast(
  error: ApiError,
  {
    errorTitle,
    errorFallback,
  }: Pick<ApiMutationOptions<Endpoint, FieldValues>, "errorTitle" | "errorFallback">,
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
