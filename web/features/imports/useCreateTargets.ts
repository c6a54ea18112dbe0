import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import { isApiError } from "#web/app/api/call.ts";
import { toast } from "#web/ui/toast.ts";
import type { NewTarget } from "./createTarget.ts";
import { createTarget } from "./createTarget.ts";
import type { ChosenName } from "./useMapping.ts";

/** A name for which the server refused to create a board or topic. */
interface RefusedName {
  readonly name: string;
  readonly reason: string;
}

/**
 * Creates boards and topics for names in the file, and maps the names to them. A name that the
 * server refuses, for instance because it is too long, is left out and named in a toast.
 */
export function useCreateTargets(choose: (chosen: readonly ChosenName[]) => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation<RefusedName[], ApiError, readonly NewTarget[]>({
    mutationFn: async (names) => {
      const refused: RefusedName[] = [];
      // The boards are created one after the other, because the slug of each depends on the slugs
      // of all existing boards.
      for (const target of names) {
        const { kind, name } = target;
        try {
          const id = await createTarget(client, target);
          choose([{ kind, name, target: String(id) }]);
        } catch (error) {
          if (!isApiError(error) || ![400, 409].includes(error.status)) throw error;
          refused.push({ name, reason: reasonOf(error) });
        }
      }
      return refused;
    },
    onSuccess: ([first, ...others]) => {
      if (!first) return;
      const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
      showError(`“${first.name}”${more}: ${first.reason}`);
    },
    onError: (error) => showError(reasonOf(error)),
  });
  return { create: mutate, isPending };
}

const reasonOf = ({ fieldErrors, serverMessage }: ApiError) =>
  fieldErrors["name"]?.[0] ?? serverMessage ?? "Failed to create";

const showError = (description: string) =>
  toast({ title: "Error", description, variant: "destructive" });
