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
  /**
   * The page to open after the setup. It is loaded as a new document, because the user possibly has
   * access to more pages after the setup.
   */
  nextPath: string;
  /** Displayed before the submit button of the first two steps. */
  otherAction: ReactNode;
  /** Displayed if the second factor is already on. */
  whenOn: ReactNode;
}

/** The steps for setting up a second factor: the password, the app, the recovery codes. */
export function MfaSetup({ user, nextPath, otherAction, whenOn }: MfaSetupProps) {
  const [appKey, setAppKey] = useState<ResponseOf<typeof mfaApi.setup> | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  // The codes are rendered outside the loader, because the loader displays `whenOn` as soon as the
  // second factor is on.
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
