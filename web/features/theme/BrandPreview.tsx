import type { BrandingSettings, SiteBrandingSettings } from "#contract/branding.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import type { Scheme } from "./brandStyle.ts";
import { brandVariables } from "./brandStyle.ts";
import type { ContrastCheck } from "./contrastChecks.ts";
import { contrastChecks, ratioLabel } from "./contrastChecks.ts";
import { Info, TriangleAlert } from "#web/ui/adminIcons.ts";
import { CircleCheck } from "#web/ui/icons.ts";

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

/** A preview of the sign-in pages in light and dark mode. The colours must be valid. */
export function AuthPreview({ colors }: { colors: SiteBrandingSettings }) {
  return (
    <div className="mt-6 grid gap-4 md:grid-cols-2">
      <AuthPane colors={colors} scheme="light" />
      <AuthPane colors={colors} scheme="dark" />
    </div>
  );
}

/** A preview of the login page in one mode. Its fields and buttons have no function. */
function AuthPane({ colors, scheme }: { colors: SiteBrandingSettings; scheme: Scheme }) {
  return (
    <div
      role="img"
      aria-label={`Preview of the login page in ${scheme} colours`}
      data-scheme={scheme}
      style={brandVariables(colors, scheme)}
      className="grid min-w-0 grid-cols-2 overflow-hidden rounded-xl border bg-canvas text-ink select-none"
    >
      <div className="min-w-0 p-4">
        <p className="font-semibold">Welcome back</p>
        <span className="mt-3 block h-7 rounded-md border border-control bg-surface" />
        <span className="mt-2 block h-7 rounded-md border border-control bg-surface" />
        <span className="mt-3 flex h-8 items-center justify-center rounded-lg border border-primary-edge bg-primary text-xs font-medium text-button-text">
          Log in
        </span>
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-2 bg-auth-background p-4 text-on-auth-background">
        <p className="font-semibold text-balance">Build what your customers ask for</p>
        <p className="text-xs">Feedback boards, roadmaps and changelogs.</p>
      </div>
    </div>
  );
}

/**
 * Lists the contrast ratios that `contrastChecks` returns, with a warning if the configured button
 * text is hard to read on the primary colour.
 */
function ContrastList({ colors }: { colors: BrandingSettings }) {
  return (
    <ul aria-label="Contrast" className="mt-5 flex flex-col gap-2">
      {contrastChecks(colors).map((check) => (
        <ContrastEntry key={check.label} check={check} />
      ))}
    </ul>
  );
}

function ContrastEntry({ check }: { check: ContrastCheck }) {
  const { label, ratio, remedy, isWarning } = check;
  const Icon = remedy === null ? CircleCheck : isWarning ? TriangleAlert : Info;
  return (
    <li
      className={cn(
        "flex items-start gap-2.5 text-sm",
        isWarning && "rounded-lg bg-amber-tint p-3",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn(
          "mt-0.5 size-4 shrink-0",
          remedy === null ? "text-green-text" : isWarning ? "text-amber-text" : "text-muted",
        )}
      />
      <span className={cn("min-w-0", isWarning && "text-amber-text")}>
        {isWarning ? <strong className="font-semibold">Hard to read: </strong> : null}
        {label}{" "}
        <span className="font-medium whitespace-nowrap tabular-nums">{ratioLabel(ratio)}</span>
        {remedy === null ? null : (
          <span className={isWarning ? undefined : "text-muted"}>. {remedy}</span>
        )}
        {isWarning ? " At least 4.5:1 is needed." : null}
      </span>
    </li>
  );
}
