import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import { toast } from "#web/ui/toast.ts";
import type { NewTarget } from "./createTarget.ts";
import { createTarget } from "./createTarget.ts";
import type { ChosenName } from "./useMapping.ts";

/**
 * Creates boards and topics for names in the file, and maps the names to them. If a board or topic
 * cannot be created, names that were mapped before stay mapped.
 */
export function useCreateTargets(choose: (chosen: readonly ChosenName[]) => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation<void, ApiError, readonly NewTarget[]>({
    mutationFn: async (names) => {
      // The boards are created one after the other, because the slug of each depends on the slugs
      // of all existing boards.
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
