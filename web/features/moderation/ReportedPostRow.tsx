import type { ReportedPost } from "#contract/reports.ts";
import { StackedActions, StackedCell, StackedRow } from "#web/ui/StackedTable.tsx";
import type { PostRowProps } from "./ModeratedPosts.tsx";
import { PostCell } from "./PostCell.tsx";
import { ReportActions } from "./ReportActions.tsx";
import { ReportList } from "./ReportList.tsx";

export function ReportedPostRow({ post, onDelete, onBlock }: PostRowProps<ReportedPost>) {
  return (
    <StackedRow>
      <PostCell post={post} />
      <StackedCell label="Reported for" className="col-span-2">
        <ReportList post={post} />
      </StackedCell>
      <StackedActions>
        <ReportActions post={post} onDelete={onDelete} onBlock={onBlock} />
      </StackedActions>
    </StackedRow>
  );
}
