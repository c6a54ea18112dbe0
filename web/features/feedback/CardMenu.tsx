import { useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import type { ReportDialogProps } from "./ReportDialog.tsx";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { lazyWindow } from "#web/ui/lazyWindow.tsx";
import { LazyFollowMenu } from "./lazyFollowMenu.ts";
import { useFollow } from "./useFollow.ts";

const ReportDialog = lazyWindow<ReportDialogProps>(
  async () => (await import("./ReportDialog.tsx")).ReportDialog,
  { atIdle: false },
);

/** The menu on an item's card for signed-in users. It contains the follow levels and 'Report…'. */
export function CardMenu({ item }: { item: FeedbackItem }) {
  const { level, isPending, choose } = useFollow(item);
  const [isReporting, setIsReporting] = useState(false);
  const user = useCurrentUser();
  const isReportable = !isAdminOf(user, usePortal().tenantId) && item.userId !== user?.id;
  return (
    <>
      <LazyFollowMenu
        level={level}
        isPending={isPending}
        onChoose={choose}
        onReport={isReportable ? () => setIsReporting(true) : undefined}
        align="end"
        button={
          <Button variant="ghost" size="icon" aria-label={`Options for ${item.title}`}>
            <Ellipsis aria-hidden="true" className="text-muted" />
          </Button>
        }
      />
      <ReportDialog
        isOpen={isReporting}
        onClose={() => setIsReporting(false)}
        feedbackId={item.id}
      />
    </>
  );
}
