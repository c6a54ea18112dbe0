import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CompanyDomain } from "#contract/companySettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate, RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Card } from "#web/ui/Card.tsx";
import { cn } from "#web/ui/cn.ts";
import { CopiedRows } from "#web/ui/CopiedRows.tsx";
import { settingsQuery } from "./CompanySettingsLoader.tsx";

interface DomainSetupProps {
  companyId: number;
  /** The domain settings of the company. `customDomain` is not null. */
  domain: CompanyDomain & { customDomain: string };
  /** The host name of the company's own subdomain. */
  target: string;
}

/** The DNS record to create for a saved custom domain, and its verification state. */
export function DomainSetup({ companyId, domain, target }: DomainSetupProps) {
  const client = useQueryClient();
  const check = useApiMutation("POST /api/company/:companyId/domain/check", {
    errorFallback: "Failed to check the domain",
    onSuccess: (checked) => {
      client.setQueryData(settingsQuery(companyId).queryKey, checked);
    },
  });
  return (
    <Card title="Domain setup">
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Part title="State">
          <DomainState domain={domain} />
          <Button
            variant="secondary"
            className="mt-3"
            pending={check.isPending}
            pendingLabel="Checking..."
            onClick={() => check.mutate({ params: { companyId } })}
          >
            Check now
          </Button>
        </Part>
        <Part title="CNAME record">
          <p className="mb-3 text-muted">
            Set this record at your domain's provider. It points to your portal's own subdomain.
          </p>
          <CopiedRows
            rows={[
              { label: "Type", text: "CNAME", isFixed: true },
              { label: "Name", text: domain.customDomain },
              { label: "Value", text: target },
            ]}
          />
          <p className="mt-3 text-muted">
            DNS propagation can take up to 48 hours. The record is looked up once a day, and
            whenever you press Check now.
          </p>
        </Part>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </div>
  );
}

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
function DomainState({ domain }: { domain: CompanyDomain }) {
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
