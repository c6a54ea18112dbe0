import type { ReactNode } from "react";
import { ChevronLeft } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Card } from "#web/ui/Card.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { FieldSkeleton } from "#web/ui/SettingsForm.tsx";
import { SkeletonGroup } from "#web/ui/Skeleton.tsx";
import type { SignOnWay, WayState } from "./signOnWays.ts";
import { SIGN_ON_PATH, SIGN_ON_WAYS } from "./signOnWays.ts";

interface WayScreenProps {
  way: SignOnWay;
  /** Undefined until it has loaded. */
  state: WayState | undefined;
  /** The button at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** The screen of one way to log in, with its state and the link back to all ways. */
export function WayScreen({ way, state, action, children }: WayScreenProps) {
  const { title, text } = SIGN_ON_WAYS[way];
  return (
    <>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-4">
        <a
          href={SIGN_ON_PATH}
          className="-ml-1 inline-flex min-h-8 items-center gap-1 rounded-lg pr-2 text-sm text-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
          <span className="sr-only">Back to </span>
          Sign-on
        </a>
        {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
      </div>
      <ScreenSection id={way} title={title} subtitle={text} actions={action}>
        {children}
      </ScreenSection>
    </>
  );
}

/** The skeleton of a way's screen, in the shape of a form or a list. */
export function WaySkeleton({ rows }: { rows: number }) {
  return (
    <SkeletonGroup label="Loading sign-on settings">
      <Card>
        <div className="flex flex-col gap-5">
          {Array.from({ length: rows }, (_, row) => (
            <FieldSkeleton key={row} />
          ))}
        </div>
      </Card>
    </SkeletonGroup>
  );
}
