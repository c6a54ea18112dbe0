import { useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { ContentEntry, ContentKind, EntryText } from "./contentKinds.ts";

interface SaveEntryOptions {
  readonly kind: ContentKind;
  /** The entry being edited; null while a new entry is created. */
  readonly entry: ContentEntry | null;
  readonly onSaved: () => void;
}

/** Creates or updates an entry. */
export function useSaveEntry({ kind, entry, onSaved }: SaveEntryOptions) {
  const client = useQueryClient();
  const shared = {
    refetch: [kind.list],
    onSuccessMounted: onSaved,
    onError: ({ status }: ApiError) => {
      // Another admin has deleted the entry, so the cached list is outdated.
      if (status === 404) void client.invalidateQueries({ queryKey: [kind.list.path] });
    },
  };
  const create = useApiMutation(kind.create, {
    ...shared,
    success: `${kind.name} created successfully`,
    errorFallback: `Failed to create ${kind.noun}`,
  });
  const update = useApiMutation(kind.update, {
    ...shared,
    success: `${kind.name} updated successfully`,
    errorFallback: `Failed to update ${kind.noun}`,
  });
  const isPending = create.isPending || update.isPending;
  const save = (text: EntryText) => {
    if (isPending) return;
    const body = kind.bodyOf(text);
    if (entry) update.mutate({ params: { id: entry.id }, body });
    else create.mutate({ body });
  };
  return { save, isPending };
}
