import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CompanySignOn } from "#contract/companySignOn.ts";
import type { ApplicationSignIn } from "#contract/signedTokens.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { ChevronRight, CircleUser, KeyRound, Mail, Smartphone } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import type { IconComponent } from "#web/ui/icons.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { applicationQuery, signOnQuery } from "./signOnQueries.ts";
import type { SignOnWay, WayState } from "./signOnWays.ts";
import {
  domainsState,
  onlyWayState,
  providerState,
  SIGN_ON_PATH,
  SIGN_ON_WAYS,
  tokensState,
} from "./signOnWays.ts";

/** Lists the ways to log in with their states. Those that a company sets up lead to their screens. */
export function SignOnOverview() {
  const signOn = useQuery(signOnQuery());
  const application = useQuery(applicationQuery());
  return (
    <ScreenSection id="sign-on" title="Sign-on" subtitle="How people log in to your portal.">
      <LoadedContent
        query={signOn}
        skeleton={<ListSkeleton />}
        errorMessage="Failed to fetch sign-on settings"
      >
        {(settings) => (
          <LoadedContent
            query={application}
            skeleton={<ListSkeleton />}
            errorMessage="Failed to fetch the settings of signed tokens"
          >
            {(tokens) => <Ways signOn={settings} application={tokens} />}
          </LoadedContent>
        )}
      </LoadedContent>
    </ScreenSection>
  );
}

interface WaysProps {
  signOn: CompanySignOn;
  application: ApplicationSignIn;
}

function Ways({ signOn, application }: WaysProps) {
  return (
    <div className="flex flex-col gap-8">
      <WayList title="Set up by you">
        <WayLink way="provider" state={providerState(signOn)} />
        <WayLink way="domains" state={domainsState(signOn)} />
        <WayLink way="tokens" state={tokensState(application)} />
        <WayLink way="only-way" state={onlyWayState(signOn)} />
      </WayList>
      <BuiltInWays isOff={signOn.provider?.isOnlyWay === true} />
    </div>
  );
}

const PROVIDER_NAMES = { google: "Google", microsoft: "Microsoft", github: "GitHub" } as const;

/** The ways that need no set-up by the company. `isOff`: whether only the provider is allowed. */
function BuiltInWays({ isOff }: { isOff: boolean }) {
  const { sendsMail } = usePortal();
  const { data } = useQuery(apiQuery("/api/sign-on/ways"));
  const state = isOff ? <Badge>For emergencies</Badge> : <Badge tone="green">On</Badge>;
  const providers = data?.providers ?? [];
  return (
    <WayList title="Always there">
      <WayRow icon={KeyRound} title="Password" state={state} />
      <WayRow
        icon={Mail}
        title="Code by mail"
        detail={sendsMail ? null : "This portal sends no mails at present."}
        state={sendsMail ? state : <Badge>Off</Badge>}
      />
      <WayRow icon={Smartphone} title="Passkey" state={state} />
      {providers.length > 0 ? (
        <WayRow
          icon={CircleUser}
          title={providers.map((provider) => PROVIDER_NAMES[provider]).join(", ")}
          detail="On all portals here that do not allow only their own login."
          state={state}
        />
      ) : null}
    </WayList>
  );
}

function WayList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-medium text-muted">{title}</h3>
      <ul className="divide-y overflow-hidden rounded-xl border border-line bg-surface">
        {children}
      </ul>
    </section>
  );
}

function WayLink({ way, state }: { way: SignOnWay; state: WayState }) {
  const { title, text, icon } = SIGN_ON_WAYS[way];
  return (
    <WayRow
      icon={icon}
      title={title}
      detail={state.detail ?? text}
      href={`${SIGN_ON_PATH}/${way}`}
      state={<Badge tone={state.tone}>{state.label}</Badge>}
    />
  );
}

interface WayRowProps {
  icon: IconComponent;
  title: string;
  detail?: string | null;
  state: ReactNode;
  /** The screen of the way. Without one, there is nothing to set up. */
  href?: string;
}

function WayRow({ icon: Icon, title, detail, state, href }: WayRowProps) {
  const content = (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        <span className="font-medium">{title}</span>
        <span className="sm:row-span-2">{state}</span>
        {detail ? (
          <span
            dir="auto"
            className="line-clamp-2 text-sm wrap-anywhere text-muted max-sm:col-span-2"
          >
            {detail}
          </span>
        ) : null}
      </span>
    </>
  );
  const look = "flex items-start gap-3 px-4 sm:items-center sm:gap-4 sm:px-6";
  return (
    <li>
      {href ? (
        <a href={href} className={`${look} py-4 -outline-offset-2 hover:bg-hover`}>
          {content}
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 self-center text-muted" />
        </a>
      ) : (
        <div className={`${look} py-3 pr-11 sm:pr-14`}>{content}</div>
      )}
    </li>
  );
}

function ListSkeleton() {
  return (
    <SkeletonGroup label="Loading sign-on settings">
      <Skeleton className="mb-3 w-24" />
      <div className="divide-y rounded-xl border border-line bg-surface">
        {Object.keys(SIGN_ON_WAYS).map((way) => (
          <div key={way} className="px-4 py-4 sm:px-6">
            <Skeleton className="mb-2 w-32" />
            <Skeleton className="w-3/4" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
