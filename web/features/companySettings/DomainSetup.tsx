import type { ReactNode } from "react";
import type { CompanyDomain } from "#contract/companySettings.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CnameRecord } from "./CnameRecord.tsx";
import { DomainState } from "./DomainState.tsx";
import { useDomainCheck } from "./useDomainCheck.ts";

interface DomainSetupProps {
  companyId: number;
  /** The domain settings of the company. `customDomain` is not null. */
  domain: CompanyDomain & { customDomain: string };
  /** The host name of the company's own subdomain. */
  target: string;
}

/** The DNS record to create for a saved custom domain, and its verification state. */
export function DomainSetup({ companyId, domain, target }: DomainSetupProps) {
  const { check, isChecking } = useDomainCheck(companyId);
  return (
    <Card title="Domain Setup">
      <div className="flex max-w-2xl flex-col gap-6">
        <Part title="State">
          <DomainState domain={domain} />
          <Button
            variant="secondary"
            className="mt-3"
            pending={isChecking}
            pendingLabel="Checking..."
            onClick={check}
          >
            Check now
          </Button>
        </Part>
        <Part title="CNAME record">
          <p className="mb-3 text-muted">
            Set this record at your domain's provider. It points to your portal's own subdomain.
          </p>
          <CnameRecord name={domain.customDomain} value={target} />
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
    <div>
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </div>
  );
}
