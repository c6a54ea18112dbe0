import { Button } from "./Button.tsx";
import { SearchX } from "./adminIcons.ts";

interface NotFoundProps {
  /** The page's h1, naming what was not found. */
  title: string;
  /** A possible reason why nothing was found. */
  text: string;
  /** The URL of a page with which the user can continue. */
  to: string;
  /** Name of the page at the URL `to`. */
  toLabel: string;
}

/**
 * Replaces the page if its entity does not exist or is not visible to the viewer, or if the URL has
 * no page.
 */
export function NotFound({ title, text, to, toLabel }: NotFoundProps) {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <SearchX aria-hidden="true" className="mb-3 size-6 text-muted" strokeWidth={1.75} />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-2 max-w-prose text-base text-balance text-muted">{text}</p>
      <Button asChild variant="secondary" className="mt-6">
        <a href={to}>{toLabel}</a>
      </Button>
    </div>
  );
}
