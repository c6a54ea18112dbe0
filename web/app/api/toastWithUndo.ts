import type { QueryClient } from "@tanstack/react-query";
import type { NotRestored } from "#contract/undo.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import type { ToastMessage } from "#web/ui/toast.ts";
import { toast } from "#web/ui/toast.ts";
import type { Change } from "./affectedQueries.ts";
import { invalidateAffected } from "./affectedQueries.ts";
import { callThrough } from "./apiQuery.ts";
import { isApiError } from "./call.ts";

/**
 * Shows a toast about a change, with an 'Undo' button that also works after the user has left the
 * page.
 * @param undoToken from the response to the change; null if the change cannot be undone
 * @param changes what the change and its undo change
 */
export function toastWithUndo(
  client: QueryClient,
  message: ToastMessage,
  { undoToken, changes }: { undoToken: string | null; changes: Change },
): void {
  const onPress = () => void undo(client, String(undoToken), changes);
  toast({ ...message, action: undoToken === null ? undefined : { label: "Undo", onPress } });
}

async function undo(client: QueryClient, token: string, changes: Change): Promise<void> {
  try {
    const input = { params: { token } };
    const { restored, notRestored } = await callThrough(client, "POST /api/undo/:token", input);
    const description = describe(notRestored);
    if (restored > 0 || notRestored.length === 0) toast({ title: "Undone", description });
    else toast({ title: "Error", description, variant: "destructive" });
  } catch (error) {
    const message = isApiError(error) ? error.serverMessage : null;
    const description = message ?? "Failed to undo";
    toast({ title: "Error", description, variant: "destructive" });
  }
  await invalidateAffected(client, changes);
}

/** Says how many items or comments were not restored, for each reason. */
function describe(notRestored: readonly NotRestored[]): string | undefined {
  const sentences = [...Map.groupBy(notRestored, ({ reason }) => reason)].map(([reason, posts]) => {
    const keys = posts.map(
      ({ feedbackId, commentId }) => `${String(feedbackId)} ${String(commentId)}`,
    );
    const count = new Set(keys).size;
    const noun = posts.every(({ commentId }) => commentId === null) ? "item" : "post";
    return SENTENCES[reason](countLabel(count, noun), count === 1);
  });
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

const SENTENCES: Record<NotRestored["reason"], (posts: string, isOne: boolean) => string> = {
  changed: (posts, isOne) =>
    isOne
      ? `${posts} stays as it is, because somebody has changed it since.`
      : `${posts} stay as they are, because somebody has changed them since.`,
  deleted: (posts, isOne) => `${posts} ${isOne ? "was" : "were"} deleted since.`,
  target_deleted: (posts, isOne) =>
    `${posts} ${isOne ? "stays" : "stay"} there, because the former board or topic was deleted.`,
  unassigned: (posts, isOne) =>
    `${posts} ${isOne ? "is" : "are"} unassigned now. The former assignee is no longer an admin.`,
  reacted: (posts, isOne) =>
    `${posts} ${isOne ? "stays" : "stay"}, because somebody has already reacted or was notified by mail.`,
};
