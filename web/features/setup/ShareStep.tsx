import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { SetupStep } from "./SetupStep.tsx";

interface ShareStepProps {
  subdomain: string;
  isDone: boolean;
  onCopied: () => void;
}

/** The step that shares the address of the portal with customers. */
export function ShareStep({ subdomain, isDone, onCopied }: ShareStepProps) {
  const { host, address } = usePortalLink(subdomain);
  return (
    <SetupStep
      title="Share your portal"
      help={`Your customers find it at ${host}.`}
      isDone={isDone}
      action={<CopyButton text={address} label="Copy link" hasVisibleLabel onCopied={onCopied} />}
    />
  );
}
