import type { ReportedPost } from "#contract/reports.ts";
import { REPORT_REASON_LABELS } from "#contract/reports.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";

export function ReportList({ post: { reports, reportCount } }: { post: ReportedPost }) {
  const more = reportCount - reports.length;
  return (
    <ul className="flex flex-col gap-2">
      {reports.map(({ reason, note, reporter, createdAt }) => (
        <li key={reporter.id} className="wrap-anywhere">
          <span className="font-medium">{REPORT_REASON_LABELS[reason]}</span>
          {note ? (
            <>
              {": "}
              <bdi>{note}</bdi>
            </>
          ) : null}
          <span className="block text-xs text-muted">
            by <bdi>{reporter.fullName ?? reporter.username}</bdi>,{" "}
            <RelativeTime value={createdAt} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-muted">and {countLabel(more, "further report")}</li> : null}
    </ul>
  );
}
