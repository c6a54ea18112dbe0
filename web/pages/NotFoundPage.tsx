import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { NotFound } from "#web/ui/NotFound.tsx";

/** The page for every path without a page of its own (docs/specification.md "Route list"). */
export function Component() {
  return (
    <>
      <PageMeta title="404 Page Not Found" noIndex />
      <NotFound
        title="404 Page Not Found"
        text="There is no page at this address. It may have been moved or deleted."
        to="/"
        toLabel="Go to the start page"
      />
    </>
  );
}

/** Sets the page's HTTP status to 404. */
export async function preloads(): Promise<404> {
  return 404;
}
