import type { ReactNode } from "react";
import type { CompanyDashboard, DashboardItem } from "#contract/dashboard.ts";
import { AUDIENCE_COUNT_LIMIT } from "#contract/statusNotifications.ts";
import { Card } from "#web/ui/Card.tsx";
import { countLabel, formatCount } from "#web/ui/countLabel.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";

export interface WithStatus {
  /** Displays an item's status. It belongs to the feature of feedback. */
  renderStatus: (status: string) => ReactNode;
}

interface ItemsProps extends WithStatus {
  title: string;
  items: readonly DashboardItem[];
  /** Shown if there are no items. */
  empty: string;
}

/** Lists items with votes and status. */
export function DashboardItems({ title, items, empty, renderStatus }: ItemsProps) {
  if (items.length === 0)
    return (
      <Card title={title}>
        <p className="text-sm text-muted">{empty}</p>
      </Card>
    );
  return (
    <Card title={title}>
      <ol className="-my-2 divide-y divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <a
              href={`/feedback/${String(item.id)}`}
              className="-mx-2 flex min-h-11 items-center gap-3 rounded-lg px-2 py-2 hover:bg-hover"
            >
              <span className="w-12 shrink-0 text-right font-semibold tabular-nums">
                {formatCount(item.votes)}
                <span className="sr-only"> {item.votes === 1 ? "vote" : "votes"}</span>
              </span>
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
                  {item.title}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                  {renderStatus(item.status)}
                  <span dir="auto" className="min-w-0 truncate">
                    {item.boardName}
                  </span>
                </span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface ToldChangesProps extends WithStatus {
  told: CompanyDashboard["told"];
}

/** Lists the newest changes of status with the number of people that they notified. */
export function ToldChanges({ told, renderStatus }: ToldChangesProps) {
  return (
    <Card title="Told to customers">
      {told.length === 0 ? (
        <p className="text-sm text-muted">
          Change the status of an item, and everyone who follows it is notified. The newest changes
          are shown here.
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {told.map(({ id, feedbackId, title, toStatus, createdAt, ...people }) => (
            <li key={id} className="py-2">
              <a
                href={`/feedback/${String(feedbackId)}`}
                dir="auto"
                className="line-clamp-2 font-medium wrap-anywhere hover:underline"
              >
                {title}
              </a>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted tabular-nums">
                {renderStatus(toStatus)}
                <span>
                  {notifiedLabel(people)} · <CalendarDate value={createdAt} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Returns a text such as '80 people notified, 64 by email'. */
function notifiedLabel({
  notified,
  byEmail,
  isCapped,
}: Pick<CompanyDashboard["told"][number], "notified" | "byEmail" | "isCapped">): string {
  if (notified === 0) return "Nobody notified";
  const people = isCapped
    ? `More than ${formatCount(AUDIENCE_COUNT_LIMIT)} people`
    : countLabel(notified, "person", "people");
  return byEmail === 0
    ? `${people} notified`
    : `${people} notified, ${formatCount(byEmail)} by email`;
}
