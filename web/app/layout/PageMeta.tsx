import { createContext, useContext, useEffect } from "react";
import { withoutBidiControls } from "#contract/storedText.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/** The document head of one page. */
export interface PageHead {
  /** The whole title, with the site name. */
  readonly title: string;
  readonly description: string | null;
  /** Path without query, for the canonical URL on this host. */
  readonly path: string;
  /** Whether search engines are asked not to list the page. */
  readonly noIndex: boolean;
  /** Path of the picture of link previews; by default the company's logo. */
  readonly image?: string | undefined;
  /** Path of the Atom feed of what the page shows. */
  readonly feed?: string | undefined;
}

/**
 * On the server, a function that receives the head of the rendered page. It is null in the browser.
 */
export const HeadContext = createContext<((head: PageHead) => void) | null>(null);

interface PageMetaProps extends Pick<PageHead, "image" | "feed"> {
  /**
   * Name of the page. Without a name, the title consists of the names of the company and the site.
   */
  title?: string;
  /**
   * Text for search engines and link previews, shortened to `DESCRIPTION_LENGTH` characters; by
   * default the description of the host's company.
   */
  description?: string | null;
  /** Whether search engines are asked not to list the page. */
  noIndex?: boolean;
}

const DESCRIPTION_LENGTH = 200;

/**
 * Sets the document's title, description, canonical URL and robots tag. The title ends in the site
 * name (docs/specification.md "1. What the product does and for whom").
 */
export function PageMeta({ title, description, noIndex = false, image, feed }: PageMetaProps) {
  const { company, site } = usePortal();
  const { pathname } = useLocation();
  const collect = useContext(HeadContext);
  const parts = [title, company?.name, site.siteName].filter(Boolean);
  const head: PageHead = {
    title: withoutBidiControls([...new Set(parts)].join(" · ")),
    description: shortened(description ?? company?.description ?? null),
    path: pathname,
    noIndex,
    image,
    feed,
  };
  collect?.(head);
  useEffect(() => {
    showHead({
      title: head.title,
      description: head.description,
      path: head.path,
      noIndex: head.noIndex,
    });
  }, [head.title, head.description, head.path, head.noIndex]);
  return null;
}

function showHead(head: PageHead): void {
  document.title = head.title;
  setMeta("description", head.description);
  setMeta("robots", head.noIndex ? "noindex" : null);
  document
    .querySelector("link[rel=canonical]")
    ?.setAttribute("href", window.location.origin + head.path);
}

function setMeta(name: string, content: string | null): void {
  const present = document.head.querySelector(`meta[name="${name}"]`);
  if (content === null) {
    present?.remove();
    return;
  }
  const meta = present ?? document.head.appendChild(document.createElement("meta"));
  meta.setAttribute("name", name);
  meta.setAttribute("content", content);
}

function shortened(text: string | null): string | null {
  const line = withoutBidiControls(text ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (line.length <= DESCRIPTION_LENGTH) return line || null;
  return `${line.slice(0, DESCRIPTION_LENGTH - 1).replace(/ \S*$/, "")}…`;
}
