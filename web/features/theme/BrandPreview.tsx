import type { BrandingSettings } from "#contract/branding.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { brandVariables } from "./brandStyle.ts";
import type { Scheme } from "./brandStyle.ts";
import { ContrastList } from "./ContrastList.tsx";

interface BrandPreviewProps {
  /** The colours to preview. All must be valid. */
  colors: BrandingSettings;
  /** The name displayed in the header of the preview. */
  name: string;
}

/** A preview of the portal in light and dark mode, with contrast checks. */
export function BrandPreview({ colors, name }: BrandPreviewProps) {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <PreviewPane colors={colors} name={name} scheme="light" />
        <PreviewPane colors={colors} name={name} scheme="dark" />
      </div>
      <ContrastList colors={colors} />
    </>
  );
}

/** A preview of the portal in one mode. Its links and buttons have no function. */
function PreviewPane({ colors, name, scheme }: BrandPreviewProps & { scheme: Scheme }) {
  return (
    <div
      role="img"
      aria-label={`Preview of the portal in ${scheme} colours`}
      data-scheme={scheme}
      style={brandVariables(colors, scheme)}
      className="min-w-0 overflow-hidden rounded-xl border bg-canvas text-ink select-none"
    >
      <div className="flex h-12 items-center gap-1 border-b-2 border-b-accent bg-surface px-3">
        <span className="mr-auto truncate font-semibold tracking-tight">{name}</span>
        <span className="rounded-lg bg-menu-tint px-2.5 py-1.5 text-xs font-medium">Roadmap</span>
        <span className="rounded-lg bg-menu-hover/10 px-2.5 py-1.5 text-xs font-medium">
          Feedback
        </span>
        <span className="px-2.5 py-1.5 text-xs font-medium text-muted max-sm:hidden">
          Changelog
        </span>
      </div>
      <div className="p-4">
        <div className="rounded-xl border bg-surface p-4">
          <p className="font-semibold">Dark mode for the dashboard</p>
          <p className="mt-1 text-muted">
            Asked for in <span className="text-primary-text underline">12 comments</span>
          </p>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <span className="flex gap-2">
              <Badge tone="blue">Planned</Badge>
              <Badge tone="brand">Reports</Badge>
            </span>
            <span className="inline-flex h-10 items-center rounded-lg border border-primary-edge bg-primary px-4 font-medium text-button-text">
              Submit Feedback
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}
