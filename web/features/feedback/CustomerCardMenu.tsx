import { useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { CardMenu } from "./CardMenu.tsx";
import { ReportDialog } from "./ReportDialog.tsx";

/** The menu on an item's card for customers, who can report the items of others. */
export function CustomerCardMenu({ item }: { item: FeedbackItem }) {
  const [isReporting, setIsReporting] = useState(false);
  const isReportable = item.userId !== useCurrentUser()?.id;
  return (
    <>
      <CardMenu item={item} onReport={isReportable ? () => setIsReporting(true) : undefined} />
      <ReportDialog
        isOpen={isReporting}
        onClose={() => setIsReporting(false)}
        feedbackId={item.id}
      />
    </>
  );
}
