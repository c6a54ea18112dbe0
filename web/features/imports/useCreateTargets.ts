import type { QueryClient } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { freeSlug, proposeSlug } from "#contract/boards.ts";
import type { ApiError } from "#contract/errors.ts";
import type { OfferedBoard } from "#contract/importedCompany.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { callThrough, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { isApiError } from "#web/app/api/call.ts";
import { toast } from "#web/ui/toast.ts";
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

/** A board or topic that can be created. */
export interface NewTarget {
  readonly kind: "board" | "topic";
  readonly name: string;
  /** The board's settings in the exported company; if undefined, the new board is public. */
  readonly board?: OfferedBoard | undefined;
}

/** Creates a board or topic, refetches the list of boards or topics, and returns the new id. */
export async function createTarget(
  client: QueryClient,
  { kind, name, board }: NewTarget,
): Promise<number> {
  const id =
    kind === "board"
      ? await createBoard(client, board ?? { name, slug: proposeSlug(name) })
      : await createTopic(client, name);
  await invalidateAffected(client, kind === "board" ? "boards" : "categories");
  return id;
}

async function createTopic(client: QueryClient, name: string): Promise<number> {
  const { id } = await callThrough(client, "POST /api/categories", { body: { name } });
  return id;
}

async function createBoard(
  client: QueryClient,
  board: Pick<OfferedBoard, "name" | "slug"> & Partial<OfferedBoard>,
): Promise<number> {
  const boards = await client.query(wholeListQuery("/api/boards"));
  const slug = freeSlug(board.slug, new Set(boards.map((other) => other.slug)));
  const { id } = await callThrough(client, "POST /api/boards", { body: { ...board, slug } });
  return id;
}
