import type { ReactNode } from "react";
import { useState } from "react";
import { contrast } from "#contract/color.ts";

/** What dark pages show. */
export interface LogoOnDark {
  /** The logo that dark pages show instead; null if they show the same. */
  readonly logoUrl: string | null;
  /** What to do if the logo is hard to see there. */
  readonly advice: string;
}

interface LogoPreviewProps extends SurfaceProps {
  onDark: LogoOnDark;
  /** Whether the logo is only for dark pages. */
  isForDark: boolean;
}

/** Displays the logo on a light and on a dark header. */
export function LogoPreview({ url, onDark, isForDark, ...shown }: LogoPreviewProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {isForDark ? null : (
        <PreviewSurface {...shown} url={url} scheme="light" advice="Choose a darker version." />
      )}
      <PreviewSurface {...shown} url={onDark.logoUrl ?? url} scheme="dark" advice={onDark.advice} />
    </div>
  );
}

interface SurfaceProps {
  /** URL of the logo; null if there is no logo. */
  url: string | null;
  /** The name of the company or installation to which the logo belongs. */
  name: string;
  /** The default logo, displayed if there is no logo or the logo cannot be loaded. */
  fallback: ReactNode;
}

interface PreviewSurfaceProps extends SurfaceProps {
  scheme: "light" | "dark";
  /** What to do if the logo is hard to see on this page. */
  advice: string;
}

/** The grounds of the header, without the tint of the company's colour (web/app/styles/colors.css). */
const GROUNDS = { light: "#ffffff", dark: "#18181b" };

/** Displays the logo on a light or dark header, with a warning if it is hard to see there. */
function PreviewSurface({ url, name, fallback, scheme, advice }: PreviewSurfaceProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [hiddenUrl, setHiddenUrl] = useState<string | null>(null);
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
            onLoad={({ currentTarget }) =>
              setHiddenUrl(isHardToSee(currentTarget, GROUNDS[scheme]) ? url : null)
            }
            className="h-8 w-auto max-w-40 object-contain object-left sm:max-w-50"
          />
        )}
      </div>
      <figcaption className="mt-1.5 text-xs text-muted">On a {scheme} page</figcaption>
      {url !== null && url === hiddenUrl ? (
        <p role="status" className="mt-2 rounded-lg bg-amber-tint p-3 text-sm">
          The logo is hard to see on a {scheme} page. {advice}
        </p>
      ) : null}
    </figure>
  );
}

/** A pixel with less contrast than this is hardly visible. Text needs three times as much. */
const VISIBLE = 1.5;
/** The size in pixels to which a logo is reduced before its pixels are looked at. */
const WIDTH = 80;
const HEIGHT = 20;

/** Whether more than half of a logo's opaque pixels are hardly visible on a ground. */
function isHardToSee(logo: CanvasImageSource, ground: string): boolean {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d", { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(logo, 0, 0, WIDTH, HEIGHT);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  let opaque = 0;
  let hidden = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) continue;
    opaque += 1;
    const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("");
    if (contrast(`#${hex}`, ground) < VISIBLE) hidden += 1;
  }
  return hidden > opaque / 2;
}
