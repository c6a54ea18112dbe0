import type { RefObject } from "react";
import { useRef, useState } from "react";
import type { MfaStatus } from "#contract/mfa.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { MfaLoader } from "./MfaLoader.tsx";
import { RenewRecoveryCodesDialog } from "./RenewRecoveryCodesDialog.tsx";
import { TurnMfaOffDialog } from "./TurnMfaOffDialog.tsx";

/**
 * Displays whether the second factor is on, with buttons to set it up, renew its recovery codes or
 * turn it off.
 */
export function MfaCard({ setupPath }: { setupPath: string }) {
  const state = useRef<HTMLDivElement>(null);
  return (
    <Card
      title="Two-factor authentication"
      description="A code of an app on your phone, beside your password, at every login."
    >
      <div ref={state} tabIndex={-1} className="outline-none">
        <MfaLoader>
          {(status) =>
            status.isOn ? (
              <On status={status} focusAfterwards={state} />
            ) : (
              <Off setupPath={setupPath} />
            )
          }
        </MfaLoader>
      </div>
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

interface OnProps {
  status: MfaStatus;
  /**
   * Gets the focus after the second factor was turned off, because the "Turn off" button no longer
   * exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

function On({ status: { isRequired, recoveryCodesLeft }, focusAfterwards }: OnProps) {
  useFocusWhenLost(focusAfterwards);
  const [open, setOpen] = useState<"renew" | "off" | null>(null);
  const close = () => setOpen(null);
  const codes =
    recoveryCodesLeft === 1 ? "1 recovery code" : `${String(recoveryCodesLeft)} recovery codes`;
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
