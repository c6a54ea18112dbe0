import { useInfiniteQuery } from "@tanstack/react-query";
import { ModeratedPosts } from "./ModeratedPosts.tsx";
import { reportedPostsQuery } from "./moderationQueries.ts";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { ReportedPostRow } from "./ReportedPostRow.tsx";

/**
 * Lists the reported items and comments. Each row has buttons to dismiss the reports, delete the
 * post and block people.
 */
export function ReportedPosts() {
  return (
    <ModeratedPosts
      id="reports"
      title="Reports"
      list={useInfiniteQuery(reportedPostsQuery())}
      loadingLabel="Loading reports"
      skeletonRows={1}
      errorMessage="Failed to fetch reports"
      columns={["Post", "Reported for", "Actions"]}
      empty={<p className="text-sm">Nobody has reported anything.</p>}
      Row={ReportedPostRow}
      DeletionDialog={RemoveDialog}
    />
  );
}
