import { useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useRef, useState } from "react";
import type { Session } from "#contract/sessions.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { Monitor } from "#web/ui/icons.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { NextPage, useFocusOnNewRow } from "#web/ui/NextPage.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Smartphone } from "#web/ui/adminIcons.ts";

/**
 * The query for the user's sessions. The data is stale after ten seconds, because other devices
 * start and end sessions.
 */
export const sessionsQuery = { ...apiPagedQuery("/api/user/sessions"), staleTime: 10_000 };

/** Lists the user's sessions, with buttons to end one session or all except the current session. */
export function SessionsCard() {
  const query = useInfiniteQuery(sessionsQuery);
  const list = useRef<HTMLUListElement>(null);
  const sessions = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { box, expectMore } = useFocusOnNewRow(sessions.length);
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <Card
      title="Sessions"
      description="Where you are signed in."
      footer={hasOthers ? <EndOtherSessions focusAfterwards={list} /> : null}
    >
      <LoadedContent
        query={query}
        skeleton={<SessionsSkeleton />}
        errorMessage="Failed to fetch sessions"
      >
        {({ pages }) => (
          <div ref={box}>
            <SessionList sessions={sessions} list={list} />
            <NextPage
              list={query}
              loaded={pages.length}
              errorMessage="Failed to fetch sessions"
              label="Show more sessions"
              onPress={expectMore}
            />
          </div>
        )}
      </LoadedContent>
    </Card>
  );
}

function SessionList({
  sessions,
  list,
}: {
  sessions: Session[];
  list: RefObject<HTMLUListElement | null>;
}) {
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Sessions"
      className="divide-y divide-line outline-none"
    >
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} focusAfterwards={list} />
      ))}
    </ul>
  );
}

function SessionsSkeleton() {
  return (
    <SkeletonGroup label="Loading sessions" className="flex flex-col gap-6">
      {["first", "second"].map((row) => (
        <div key={row}>
          <Skeleton className="w-40" />
          <Skeleton className="mt-2 w-56" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

interface SessionRowProps {
  session: Session;
  /** Gets the focus after the session was ended, because the session's row no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * A row for one session of the user. The current session has no button, because users end it by
 * logging out.
 */
function SessionRow({ session, focusAfterwards }: SessionRowProps) {
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
  const end = useApiMutation("DELETE /api/user/sessions/:id", {
    entityId: id,
    changes: "ownSessions",
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

/** Asks for confirmation, then ends all sessions of the user except the current session. */
function EndOtherSessions({ focusAfterwards }: { focusAfterwards: RefObject<HTMLElement | null> }) {
  const [isAsking, setIsAsking] = useState(false);
  // Moves the focus when the last other session has ended, because the focused button is then
  // removed from the page.
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        End all other sessions
      </Button>
      <MutationDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        endpoint={"DELETE /api/user/sessions"}
        input={undefined}
        changes="ownSessions"
        success="All other sessions ended successfully"
        errorFallback="Failed to end sessions"
        // The refetch removes the button, so the dialog closes before.
        onSuccessMounted={() => setIsAsking(false)}
        title="End all other sessions"
        description="You are signed out in every other browser and have to log in again there."
        confirmLabel="End all others"
        pendingLabel="Ending..."
      />
    </>
  );
}
