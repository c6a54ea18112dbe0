import { ExternalLink } from "#web/ui/adminIcons.ts";
import { useOpenPortalHref, usePortalLink } from "#web/app/api/usePortalLink.ts";
import { CopyButton } from "#web/ui/CopyButton.tsx";

/** The URL of the company's portal, as a link with a copy button. */
export function PortalAddress({ subdomain }: { subdomain: string }) {
  const { host, address } = usePortalLink(subdomain);
  return (
    <div className="flex min-h-12 items-center gap-2 rounded-lg border py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1">
        <span className="text-muted">Your portal: </span>
        <a
          href={useOpenPortalHref(subdomain)}
          target="_blank"
          rel="noopener"
          className="rounded font-medium wrap-anywhere text-primary-text hover:underline"
        >
          {host}
          <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5 align-[-0.125em]" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </p>
      <CopyButton text={address} label="Copy portal address" />
    </div>
  );
}
