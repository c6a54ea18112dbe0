import { apiQuery } from "#web/app/api/apiQuery.ts";
import { CommentForm } from "#web/features/comments/CommentForm.tsx";
import { NoteSwitch } from "#web/features/comments/NoteSwitch.tsx";
import { AdminActions } from "#web/features/feedback/item/AdminActions.tsx";
import { DeleteFeedback } from "#web/features/feedback/item/DeleteFeedback.tsx";
import { ItemNeighbors } from "#web/features/feedback/item/ItemNeighbors.tsx";
import { MergedItems } from "#web/features/feedback/item/MergedItems.tsx";
import { NotifiedPeople, notifiedQuery } from "#web/features/feedback/item/NotifiedPeople.tsx";
import { PropertyMenus } from "#web/features/feedback/item/PropertyMenus.tsx";
import { votersQuery } from "#web/features/feedback/item/voters/VoterList.tsx";
import { Voters } from "#web/features/feedback/item/voters/Voters.tsx";
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
      renderProperties={(item) => <PropertyMenus item={item} />}
      renderActions={(item) => <AdminActions item={item} />}
      renderMore={(item) => (
        <>
          <Voters item={item} BlockDialog={BlockDialog} />
          <MergedItems feedbackId={item.id} />
        </>
      )}
      renderCommentForm={(form) => <CommentForm {...form} NoteSwitch={NoteSwitch} />}
      renderNotified={(ids) => <NotifiedPeople {...ids} />}
    />
  );
}

/**
 * Preloads what every viewer sees, and everything that the page shows only to admins.
 */
export function preloads(context: PageContext): Promise<404 | MovedPage | void> {
  const { client } = context;
  return preloadItem(context, (id) => [
    client.query(apiQuery("/api/feedback/:id/merged", { params: { id } })),
    client.query(itemReportsQuery(id)),
    client.query(apiQuery("/api/assignees")),
    client.infiniteQuery(votersQuery(id)),
    client.query(notifiedQuery(id)),
  ]);
}
