import { useEffect, useRef, useState } from "react";
import { useCurrentUser, usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { ProductLogo } from "./ProductLogo.tsx";

/**
 * The header's logo. The logo links to /roadmap if the viewer is signed in, otherwise to /
 * (docs/specification.md "Main header").
 */
export function Logo() {
  const { site } = usePortal();
  const company = useShownCompany();
  const name = company?.name ?? site.siteName;
  const url = company ? company.logoUrl : site.logoUrl;
  return (
    <a
      href={useCurrentUser() ? "/roadmap" : "/"}
      className="flex h-10 min-w-0 items-center rounded-lg"
    >
      {url ? <LogoImage key={url} url={url} name={name} /> : <ProductLogo name={name} />}
    </a>
  );
}

/**
 * The uploaded logo. If the image cannot be loaded, the default logo is shown
 * (docs/specification.md "8. Error catalogue").
 */
function LogoImage({ url, name }: { url: string; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    // The image may have failed before hydration, without an error event.
    if (image.current?.complete && image.current.naturalWidth === 0) setHasFailed(true);
  }, []);
  if (hasFailed) return <ProductLogo name={name} />;
  return (
    <img
      ref={image}
      src={url}
      alt={name}
      width={200}
      height={50}
      onError={() => setHasFailed(true)}
      className="h-8 w-auto max-w-40 object-contain object-left sm:max-w-50"
    />
  );
}
