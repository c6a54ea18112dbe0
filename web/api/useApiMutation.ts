import { useMutation } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import type { CallInput, Endpoint, ResultOf } from "#contract/endpoint.ts";
import type { ApiError } from "#contract/errors.ts";
import { toast } from "#web/ui/toast.ts";
import { callThrough } from "./apiQuery.ts";
import type { ErrorForm } from "./applyFieldErrors.ts";
import { applyFieldErrors } from "./applyFieldErrors.ts";

/** What `mutate` takes: nothing where the endpoint takes nothing. */
type Variables<E extends Endpoint> = unknown extends CallInput<E> ? void : CallInput<E>;

export interface ApiMutationOptions<E extends Endpoint, Values extends FieldValues> {
  /** Every query of these endpoints is refetched after success; the mutation stays pending until that is done. */
  readonly refetch?: readonly Endpoint[];
  /** Text of the error toast when the server sends none (SPEC section 8). */
  readonly errorFallback: string;
  /** Title of the error toast; 'Error' if absent. */
  readonly errorTitle?: string;
  /** Title of the success toast; without it there is none. */
  readonly success?: string | { title: string; description: string };
  /** Gets the messages of a validation error (400) beside its fields; what has no field becomes a toast. */
  readonly form?: ErrorForm<Values>;
  /** Whether the caller itself shows this error: then there is neither toast nor message beside a field. */
  readonly isShown?: (error: ApiError, variables: Variables<E>) => boolean;
  readonly onSuccess?: (result: ResultOf<E>, variables: Variables<E>) => void;
  /** After the toast or the form have shown the error. */
  readonly onError?: (error: ApiError, variables: Variables<E>) => void;
}

/** A mutation through one endpoint, with the toasts of SPEC section 8 and the refetches that follow from it. */
export function useApiMutation<E extends Endpoint, Values extends FieldValues = FieldValues>(
  endpoint: E,
  options: ApiMutationOptions<E, Values>,
) {
  return useMutation<ResultOf<E>, ApiError, Variables<E>>({
    mutationFn: (variables, { client }) => callThrough(client, endpoint, variables),
    onSuccess: async (result, variables, _, { client }) => {
      if (options.success !== undefined) toast(asToast(options.success));
      options.onSuccess?.(result, variables);
      const paths = options.refetch?.map(({ path }) => path) ?? [];
      await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
    },
    onError: (error, variables) => {
      const isShown = options.isShown?.(error, variables) ?? false;
      if (!isShown && !(options.form && applyFieldErrors(options.form, error))) {
        toast({
          title: options.errorTitle ?? "Error",
          description: error.serverMessage ?? options.errorFallback,
          variant: "destructive",
        });
      }
      options.onError?.(error, variables);
    },
  });
}

function asToast(success: string | { title: string; description: string }) {
  return typeof success === "string" ? { title: success } : success;
}
