import { useOpenPortalHref, usePortalLink } from "#web/app/api/usePortalLink.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { SetupStep } from "./SetupStep.tsx";

interface ShareStepProps {
  subdomain: string;
  isDone: boolean;
  onCopied: () => void;
}

/** The step that shares the URL of the portal with customers. */
export function ShareStep({ subdomain, isDone, onCopied }: ShareStepProps) {
  const { host, address } = usePortalLink(subdomain);
  const openHref = useOpenPortalHref(subdomain);
  return (
    <SetupStep
      title="Share your portal"
      help={`Your customers find it at ${host}.`}
      isDone={isDone}
      action={
        // On phones, below the step's text: the icon and the gap are 2 rem wide, the button's padding 1 rem.
        <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-4">
          <Button asChild variant="ghost">
            <a href={openHref} target="_blank" rel="noopener">
              Open portal
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </Button>
          <CopyButton text={address} label="Copy link" hasVisibleLabel onCopied={onCopied} />
        </span>
      }
    />
  );
}
