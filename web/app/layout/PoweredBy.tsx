import { usePortal } from "#web/app/api/SessionContext.tsx";
import { cn } from "#web/ui/cn.ts";

/**
 * A link with 'Powered by' and the provider's name. It opens in a new tab (docs/specification.md
 * "1. What the product does and for whom").
 */
export function PoweredBy({ className }: { className?: string }) {
  const { name, url } = usePortal().provider;
  return (
    <p className={cn("text-xs text-muted", className)}>
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-6 items-center gap-1 rounded hover:text-ink hover:underline"
      >
        Powered by <span className="font-medium">{name}</span>
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </p>
  );
}
