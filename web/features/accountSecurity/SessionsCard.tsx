import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { useRef } from "react";
import type { Session } from "#contract/sessions.ts";
import { Card } from "#web/ui/Card.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NextPage } from "#web/ui/NextPage.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { useFocusOnNewRow } from "#web/ui/useFocusOnNewRow.ts";
import { EndOtherSessions } from "./EndOtherSessions.tsx";
import { SessionRow } from "./SessionRow.tsx";
import { sessionsQuery } from "./sessionsQuery.ts";

/** Lists the user's sessions, with buttons to end one session or all except the current session. */
export function SessionsCard() {
  const query = useInfiniteQuery(sessionsQuery);
  const { data, isPending, isFetching, refetch } = query;
  const list = useRef<HTMLUListElement>(null);
  const sessions = data?.pages.flatMap(({ items }) => items) ?? [];
  const { box, expectMore } = useFocusOnNewRow(sessions.length);
  if (isPending) return <Frame>{<SessionsSkeleton />}</Frame>;
  if (!data) {
    return (
      <Frame>
        <ErrorState
          message="Failed to fetch sessions"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Frame>
    );
  }
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <Frame footer={hasOthers ? <EndOtherSessions focusAfterwards={list} /> : null}>
      <div ref={box}>
        <SessionList sessions={sessions} list={list} />
        <NextPage
          list={query}
          loaded={data.pages.length}
          errorMessage="Failed to fetch sessions"
          label="Show more sessions"
          onPress={expectMore}
        />
      </div>
    </Frame>
  );
}

function Frame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <Card title="Sessions" description="Where you are signed in." footer={footer}>
      {children}
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
