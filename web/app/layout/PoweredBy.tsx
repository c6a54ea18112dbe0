import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useHostLink } from "#web/app/api/usePortalLink.ts";
import { cn } from "#web/ui/cn.ts";

/**
 * A link with 'Powered by' and the provider's name. The link opens `PROVIDER_URL` in a new tab. If
 * `PROVIDER_URL` is not set, the link opens the product's own host (docs/specification.md "1. What
 * the product does and for whom").
 */
export function PoweredBy({ className }: { className?: string }) {
  const { baseDomain, provider } = usePortal();
  const ownHost = useHostLink(baseDomain);
  return (
    <p className={cn("text-xs text-muted", className)}>
      <a
        href={provider.url ?? ownHost.href}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-6 items-center gap-1 rounded hover:text-ink hover:underline"
      >
        Powered by <span className="font-medium">{provider.name}</span>
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </p>
  );
}
