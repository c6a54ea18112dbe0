import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import { toast } from "#web/ui/toast.ts";
import type { NewTarget } from "./createTarget.ts";
import { createTarget } from "./createTarget.ts";
import type { ChosenName } from "./useMapping.ts";

/**
 * Creates boards and topics with names of the file, and chooses them. If one of them cannot be
 * created, the ones before it are still chosen.
 */
export function useCreateTargets(choose: (chosen: readonly ChosenName[]) => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation<void, ApiError, readonly NewTarget[]>({
    mutationFn: async (names) => {
      // One after the other, because each new board needs a slug that no other board has.
      for (const target of names) {
        const id = await createTarget(client, target);
        const { kind, name } = target;
        choose([{ kind, name, target: String(id) }]);
      }
    },
    onError: ({ fieldErrors, serverMessage }) => {
      const description = fieldErrors["name"]?.[0] ?? serverMessage ?? "Failed to create";
      toast({ title: "Error", description, variant: "destructive" });
    },
  });
  return { create: mutate, isPending };
}
