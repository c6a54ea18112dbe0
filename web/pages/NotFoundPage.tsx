import { PageMeta } from "#web/layout/PageMeta.tsx";
import { Button } from "#web/ui/Button.tsx";

/** Any other path (SPEC section 2). */
export function Component() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-4 py-24 text-center">
      <PageMeta title="404 Page Not Found" noIndex />
      <h1 className="text-xl font-semibold">404 Page Not Found</h1>
      <p className="mt-2 max-w-prose text-base text-balance text-muted">
        There is no page at this address. It may have been moved or deleted.
      </p>
      <Button asChild variant="secondary" className="mt-6">
        <a href="/">Go to the start page</a>
      </Button>
    </div>
  );
}

/** The page's HTTP status is 404. */
export async function preloads(): Promise<404> {
  return 404;
}
