import { useEffect, useRef, useState } from "react";
import { useCurrentUser, usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { cn } from "#web/ui/cn.ts";

/**
 * The header's logo. The logo links to /roadmap if the viewer is signed in, otherwise to /
 * (docs/specification.md "Main header").
 */
export function Logo() {
  const { site } = usePortal();
  const company = useShownCompany();
  const name = company?.name ?? site.siteName;
  const { logoUrl: url, darkLogoUrl: darkUrl } = company ?? site;
  return (
    <a
      href={useCurrentUser() ? "/roadmap" : "/"}
      className="flex h-10 min-w-0 items-center rounded-lg"
    >
      {url ? (
        <>
          <LogoImage key={url} url={url} name={name} mode={darkUrl ? "dark:hidden" : undefined} />
          {darkUrl ? (
            <LogoImage key={darkUrl} url={darkUrl} name={name} mode="hidden dark:block" />
          ) : null}
        </>
      ) : (
        <ProductLogo name={name} />
      )}
    </a>
  );
}

interface LogoImageProps {
  url: string;
  name: string;
  /** The classes that show the image only in one mode; undefined for both modes. */
  mode: string | undefined;
}

/**
 * The uploaded logo. If the image cannot be loaded, the default logo is shown
 * (docs/specification.md "8. Error catalogue").
 */
function LogoImage({ url, name, mode }: LogoImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    // The image may have failed before hydration, without an error event.
    if (image.current?.complete && image.current.naturalWidth === 0) setHasFailed(true);
  }, []);
  if (hasFailed)
    return (
      <span className={cn("min-w-0", mode)}>
        <ProductLogo name={name} />
      </span>
    );
  return (
    <img
      ref={image}
      src={url}
      alt={name}
      width={200}
      height={50}
      onError={() => setHasFailed(true)}
      className={cn("h-8 w-auto max-w-40 object-contain object-left sm:max-w-50", mode)}
    />
  );
}

/** Names of up to this many characters fit on one line of a phone's header at full size. */
const SHORT_NAME = 12;

/**
 * The default logo, shown if no logo has been uploaded or the uploaded logo cannot be loaded. Its
 * symbol has the primary colour. On narrow screens a long name is shown in a small font on up to
 * two lines.
 */
export function ProductLogo({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <path
          className="fill-primary"
          d="M9 2h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-5.6l-6.2 4.7A.75.75 0 0 1 10 29.1V25H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7Z"
        />
        <path
          className="stroke-on-primary"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="m10 15.5 6-6 6 6"
        />
      </svg>
      <span
        dir="auto"
        className={cn(
          "line-clamp-2 leading-tight font-semibold tracking-tight text-balance wrap-anywhere",
          name.length > SHORT_NAME ? "text-xs sm:text-sm lg:text-base" : "text-base",
        )}
      >
        {name}
      </span>
    </span>
  );
}
