import type { ReactNode } from "react";
import { useState } from "react";

interface LogoPreviewProps {
  /** URL of the logo; null if there is no logo. */
  url: string | null;
  /** The name of the company or installation to which the logo belongs. */
  name: string;
  /** The default logo, displayed if there is no logo or the logo cannot be loaded. */
  fallback: ReactNode;
}

/** Displays the logo on a light and on a dark header. */
export function LogoPreview(props: LogoPreviewProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PreviewSurface {...props} scheme="light" label="On a light page" />
      <PreviewSurface {...props} scheme="dark" label="On a dark page" />
    </div>
  );
}

interface PreviewSurfaceProps extends LogoPreviewProps {
  scheme: "light" | "dark";
  label: string;
}

function PreviewSurface({ url, name, fallback, scheme, label }: PreviewSurfaceProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <figure className="min-w-0">
      <div
        data-scheme={scheme}
        className="flex h-14 items-center rounded-lg border bg-surface px-4 text-ink"
      >
        {url === null || url === failedUrl ? (
          fallback
        ) : (
          <img
            src={url}
            alt={`Logo of ${name}`}
            onError={() => setFailedUrl(url)}
            className="h-8 w-auto max-w-40 object-contain object-left sm:max-w-50"
          />
        )}
      </div>
      <figcaption className="mt-1.5 text-xs text-muted">{label}</figcaption>
    </figure>
  );
}
