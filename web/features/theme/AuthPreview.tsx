import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { Scheme } from "./brandStyle.ts";
import { brandVariables } from "./brandStyle.ts";

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
