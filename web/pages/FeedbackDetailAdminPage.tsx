import { apiQuery } from "#web/app/api/apiQuery.ts";
import { CommentForm } from "#web/features/comments/CommentForm.tsx";
import { NoteSwitch } from "#web/features/comments/NoteSwitch.tsx";
import { FollowButton } from "#web/features/feedback/FollowMenu.tsx";
import { StateActions } from "#web/features/feedback/triage/StateActions.tsx";
import { AdminPanel } from "#web/features/feedback/item/AdminPanel.tsx";
import { DeleteFeedback } from "#web/features/feedback/item/DeleteFeedback.tsx";
import { ItemNeighbors } from "#web/features/feedback/item/ItemNeighbors.tsx";
import { NotifiedPeople } from "#web/features/feedback/item/NotifiedPeople.tsx";
import { BlockDialog } from "#web/features/moderation/BlockDialog.tsx";
import { ItemReports, itemReportsQuery } from "#web/features/moderation/ItemReports.tsx";
import { ItemScreen, preloadItem } from "./ItemScreen.tsx";
import type { MovedPage, PageContext } from "./pageModule.ts";

/** The page /feedback/{id} for admins. */
export function Component() {
  return (
    <ItemScreen
      renderNeighbors={(feedbackId) => <ItemNeighbors feedbackId={feedbackId} />}
      renderReports={(item) => (
        <ItemReports feedbackId={item.id} deleteItem={<DeleteFeedback item={item} />} />
      )}
      renderPanel={(item) => (
        <AdminPanel
          item={item}
          stateActions={<StateActions item={item} />}
          BlockDialog={BlockDialog}
        />
      )}
      renderActions={(item) => <FollowButton item={item} />}
      renderCommentForm={(form) => <CommentForm {...form} NoteSwitch={NoteSwitch} />}
      renderNotified={(ids) => <NotifiedPeople {...ids} />}
    />
  );
}

/** Preloads what every viewer sees, the item's reports and the list of the merged items. */
export function preloads(context: PageContext): Promise<404 | MovedPage | void> {
  const { client } = context;
  return preloadItem(context, (id) => [
    client.query(apiQuery("/api/feedback/:id/merged", { params: { id } })),
    client.query(itemReportsQuery(id)),
  ]);
}
