import type { CompanyDomain } from "#contract/companySettings.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { CalendarDate } from "#web/ui/CalendarDate.tsx";
import { cn } from "#web/ui/cn.ts";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";

const BADGES: Readonly<Record<CompanyDomain["state"], readonly [tone: BadgeTone, label: string]>> =
  {
    none: ["neutral", "Not set"],
    pending: ["amber", "Pending"],
    verified: ["green", "Verified"],
    failing: ["danger", "Failing"],
  };

/**
 * Displays the state of the custom domain, the time when this state began if it is known, and the
 * problem that the last check found (docs/product-decisions.md "Hosts, tenants, viewers").
 */
export function DomainState({ domain }: { domain: CompanyDomain }) {
  const [tone, label] = BADGES[domain.state];
  return (
    <div className="flex flex-col gap-2">
      <div role="status" className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <StateLabel domain={domain} />
        </p>
        {domain.problem === null || domain.state === "verified" ? null : (
          <p
            className={cn(
              "text-sm wrap-anywhere",
              domain.state === "failing" && "text-danger-text",
            )}
          >
            {domain.problem}
          </p>
        )}
      </div>
      {/* Outside the live region, because the text changes each minute. */}
      {domain.checkedAt === null ? null : (
        <p className="text-sm text-muted">
          Last checked <RelativeTime value={domain.checkedAt} />.
        </p>
      )}
    </div>
  );
}

function StateLabel({
  domain: { state, verifiedAt, failingSince, problem },
}: {
  domain: CompanyDomain;
}) {
  if (state === "verified") {
    return (
      <span>
        Since <CalendarDate value={verifiedAt} />. Your portal is served on this domain.
      </span>
    );
  }
  if (state === "failing" && verifiedAt === null) {
    return <span>Switched off: the record was not found for seven days.</span>;
  }
  if (state === "failing") {
    return (
      <span>
        Since <CalendarDate value={failingSince} />. After seven days the domain is switched off.
      </span>
    );
  }
  if (state === "pending" && problem === null)
    return <span>The record has not been looked up yet.</span>;
  return null;
}
