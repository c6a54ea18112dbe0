import { useMutation } from "@tanstack/react-query";
import type { CallInput, Endpoint, ResultOf } from "#contract/endpoint.ts";
import type { ApiError } from "#contract/errors.ts";
import { callThrough } from "#web/api/apiQuery.ts";
import { toast } from "#web/ui/toast.ts";
import { brandingErrorText } from "./brandingErrorText.ts";

/** Saves colours through one endpoint, with the error toast of SPEC section 8. */
export function useBrandingUpdate<E extends Endpoint>(endpoint: E, onSaved: (result: ResultOf<E>) => void) {
  return useMutation<ResultOf<E>, ApiError, CallInput<E>>({
    mutationFn: (input, { client }) => callThrough(client, endpoint, input),
    onSuccess: onSaved,
    onError: (error) =>
      toast({ title: "Error", description: brandingErrorText(error), variant: "destructive" }),
  });
}
