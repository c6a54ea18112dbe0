import type { CallName } from "#contract/api.ts";
import type { QueryKey } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Change } from "./affectedQueries.ts";
import { invalidateAffected } from "./affectedQueries.ts";
import type { Variables } from "./useApiMutation.ts";
import { useApiMutation } from "./useApiMutation.ts";

interface SaveOrderOptions<E extends CallName> {
  readonly changes: Change;
  /** The key of the query for the list. */
  readonly queryKey: QueryKey;
  readonly success: string;
  readonly errorFallback: string;
  readonly inputOf: (ids: number[]) => Variables<E>;
  readonly onSaved: () => void;
}

/**
 * Saves the order of a whole list. If the list has changed on the server, `refusal` is the server's
 * message and the list is refetched.
 */
export function useSaveOrder<E extends CallName>(
  endpoint: E,
  { changes, queryKey, inputOf, onSaved, success, errorFallback }: SaveOrderOptions<E>,
) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const reorder = useApiMutation(endpoint, {
    changes,
    success,
    errorFallback,
    onSuccess: (ordered) => void client.setQueryData(queryKey, ordered),
    onSuccessMounted: onSaved,
    onError: ({ status, serverMessage }) => {
      if (status !== 400) return;
      setRefusal(serverMessage ?? `${errorFallback}.`);
      void invalidateAffected(client, changes);
    },
  });
  const onSave = (ids: number[]) => {
    if (reorder.isPending) return;
    setRefusal(null);
    reorder.mutate(inputOf(ids));
  };
  return { onSave, isSaving: reorder.isPending, refusal };
}
