import { useEffect, useRef, useState } from "react";
import { useCurrentUser, usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { ProductLogo } from "./ProductLogo.tsx";

/** The logo at the top; leads to /roadmap when signed in and to / when signed out (SPEC section 2). */
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

/** Falls back to the default logo where the image cannot be loaded (SPEC section 8). */
function LogoImage({ url, name }: { url: string; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    // It may have failed before the page was hydrated, when nobody listened.
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
