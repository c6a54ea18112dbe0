import type { ReactNode } from "react";
import { useState } from "react";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { mfaApi } from "#contract/mfa.ts";
import type { User } from "#contract/users.ts";
import { MfaCodeStep } from "./MfaCodeStep.tsx";
import { MfaLoader } from "./MfaLoader.tsx";
import { MfaPasswordStep } from "./MfaPasswordStep.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface MfaSetupProps {
  user: User;
  /** Where to go on, as a new document: with the second factor more of the portal may be open. */
  nextPath: string;
  /** Stands before the submit button of the first two steps. */
  otherAction: ReactNode;
  /** Shown to whoever has a second factor. */
  whenOn: ReactNode;
}

/** Setting up a second factor: the password, the app, the recovery codes. */
export function MfaSetup({ user, nextPath, otherAction, whenOn }: MfaSetupProps) {
  const [appKey, setAppKey] = useState<ResponseOf<typeof mfaApi.setup> | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  // Not within the loader, which finds out that the second factor is on.
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} nextPath={nextPath} />;
  return (
    <MfaLoader>
      {({ isOn }) => {
        if (isOn) return whenOn;
        if (appKey) {
          return (
            <MfaCodeStep appKey={appKey} onConfirmed={setRecoveryCodes} otherAction={otherAction} />
          );
        }
        return <MfaPasswordStep user={user} onDone={setAppKey} otherAction={otherAction} />;
      }}
    </MfaLoader>
  );
}
