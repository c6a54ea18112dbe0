import { useQuery } from "@tanstack/react-query";
import type { Audience } from "#contract/statusNotifications.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { peopleLabel } from "#web/ui/peopleLabel.ts";

interface StatusAudienceProps {
  feedbackId: number;
  /** Whether the admin has chosen a new status. If false, only an empty live region is rendered. */
  isAsked: boolean;
  /** Whether the admin has chosen that nobody is notified. */
  isSilent: boolean;
  onChange: (isSilent: boolean) => void;
}

/**
 * Says how many people a change of status will notify. A button turns these notifications off or on
 * again.
 */
export function StatusAudience({ feedbackId, isAsked, isSilent, onChange }: StatusAudienceProps) {
  const audience = useQuery({
    ...apiQuery("/api/feedback/:id/audience", { params: { id: feedbackId } }),
    enabled: isAsked,
    staleTime: 0,
  });
  return (
    <div className={isAsked ? "flex flex-wrap items-center justify-between gap-x-3" : "sr-only"}>
      {/*
        The region is always rendered, because screen readers announce only changes of an existing
        region.
      */}
      <p role="status" className="min-w-0 text-sm text-muted">
        {isAsked ? textOf(audience, isSilent) : null}
      </p>
      {isAsked ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3 text-primary-text"
          onClick={() => onChange(!isSilent)}
        >
          {isSilent ? "Notify them" : "Don't notify"}
        </Button>
      ) : null}
    </div>
  );
}

function textOf(
  { data, isError }: { data: Audience | undefined; isError: boolean },
  isSilent: boolean,
) {
  if (isSilent) return "Nobody will be notified";
  if (isError) return "People who follow this item will be notified";
  if (!data) return "Notifies …";
  const { total, byEmail, isCapped } = data;
  if (total === 0) return "Nobody else follows this item";
  const mails = isCapped ? "" : `, ${formatCount(byEmail)} by mail`;
  return `Notifies ${peopleLabel(total, isCapped)}${mails}`;
}
