import { Globe } from "#web/ui/pageIcons.ts";
import type { CompanySettings } from "#contract/companySettings.ts";
import { Card } from "#web/ui/Card.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { DomainForm } from "./DomainForm.tsx";
import { DomainSetup } from "./DomainSetup.tsx";

/**
 * The custom domain with its verification state. A company without a subdomain cannot have a custom
 * domain (docs/specification.md "Company settings area").
 */
export function DomainScreen({ settings }: { settings: CompanySettings }) {
  const { domain } = settings;
  const { customDomain, cnameTarget } = domain;
  if (cnameTarget === null) {
    return (
      <Card title="Domain Settings">
        <EmptyState
          icon={Globe}
          title="No subdomain has been configured for your company. Please contact support for assistance."
        />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <DomainForm settings={settings} />
      {customDomain === null ? (
        <p className="max-w-2xl text-muted">
          After you save a custom domain, the CNAME record to set is shown here. It points to{" "}
          <span className="font-mono wrap-anywhere text-ink">{cnameTarget}</span>. DNS propagation
          can take up to 48 hours.
        </p>
      ) : (
        <DomainSetup
          companyId={settings.id}
          domain={{ ...domain, customDomain }}
          target={cnameTarget}
        />
      )}
    </div>
  );
}
