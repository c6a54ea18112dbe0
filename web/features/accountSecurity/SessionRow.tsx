import { Monitor } from "#web/ui/icons.ts";
import { Smartphone } from "#web/ui/adminIcons.ts";
import type { RefObject } from "react";
import type { Session } from "#contract/sessions.ts";
import { sessionsApi } from "#contract/sessions.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";

interface SessionRowProps {
  session: Session;
  /** Gets the focus after the session was ended, because the session's row no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * A row for one session of the user. The current session has no button, because users end it by
 * logging out.
 */
export function SessionRow({ session, focusAfterwards }: SessionRowProps) {
  const { device, host, ip, isCurrent, lastSeenAt } = session;
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li
      data-list-item
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
          {device}
          {isCurrent ? <Badge tone="green">This session</Badge> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {[ip, host].map((place) => (place ? `${place} · ` : null))}
          {isCurrent ? (
            "In use now"
          ) : (
            <>
              Last used <RelativeTime value={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {isCurrent ? null : <EndSession session={session} focusAfterwards={focusAfterwards} />}
    </li>
  );
}

function EndSession({ session: { id, device, ip }, focusAfterwards }: SessionRowProps) {
  useFocusWhenLost(focusAfterwards);
  const end = useApiMutation(sessionsApi.end, {
    entityId: id,
    refetch: [sessionsApi.list],
    success: "Session ended successfully",
    errorFallback: "Failed to end session",
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      className="ml-auto"
      aria-label={`End session: ${device}, ${ip}`}
      // The button stays pending until a refetch removes the row. If the user meanwhile ends
      // another session, a new refetch replaces the refetch of this button, and `end.pending`
      // becomes undefined too early. `end.isSuccess` is then still true.
      pending={end.pending !== undefined || end.isSuccess}
      pendingLabel="Ending..."
      onClick={() => end.mutate({ params: { id } })}
    >
      End session
    </Button>
  );
}
