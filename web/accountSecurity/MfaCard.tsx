import { useState } from "react";
import type { MfaStatus } from "#contract/mfa.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { MfaLoader } from "./MfaLoader.tsx";
import { RenewRecoveryCodesDialog } from "./RenewRecoveryCodesDialog.tsx";
import { TurnMfaOffDialog } from "./TurnMfaOffDialog.tsx";

/** The account's second factor: whether it is on, and the way to turn it on or off. */
export function MfaCard({ setupPath }: { setupPath: string }) {
  return (
    <Card
      title="Two-factor authentication"
      description="A code of an app on your phone, beside your password, at every login."
    >
      <MfaLoader>
        {(status) => (status.isOn ? <On status={status} /> : <Off setupPath={setupPath} />)}
      </MfaLoader>
    </Card>
  );
}

function Off({ setupPath }: { setupPath: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <Badge>Off</Badge>
      <Button asChild variant="secondary">
        <a href={setupPath}>Set up</a>
      </Button>
    </div>
  );
}

function On({ status: { isRequired, recoveryCodesLeft } }: { status: MfaStatus }) {
  const [open, setOpen] = useState<"renew" | "off" | null>(null);
  const close = () => setOpen(null);
  const codes = recoveryCodesLeft === 1 ? "1 recovery code" : `${String(recoveryCodesLeft)} recovery codes`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="green">On</Badge>
        <p className="text-sm text-muted">
          {codes} left.{isRequired ? " Required for admins here." : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen("renew")}>
          New recovery codes
        </Button>
        {isRequired ? null : (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen("off")}>
            Turn off
          </Button>
        )}
      </div>
      {open === "renew" ? <RenewRecoveryCodesDialog onClose={close} /> : null}
      {open === "off" ? <TurnMfaOffDialog onClose={close} /> : null}
    </div>
  );
}
