import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCallback, useRef, useSyncExternalStore } from "react";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { Company } from "#contract/companies.ts";
import { onePageQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useShownCompany } from "#web/app/api/SessionContext.tsx";
import { useOpenPortalHref, usePortalLink } from "#web/app/api/usePortalLink.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { useFocusFallback } from "#web/ui/focus.ts";
import { CircleCheck, X } from "#web/ui/icons.ts";

interface SetupChecklistProps {
  /**
   * Shown instead of the checklist if all steps are done, if the checklist was dismissed, or if no
   * company is shown.
   */
  otherwise: ReactNode;
}

/** The steps by which the admin of a new company sets up the portal. */
export function SetupChecklist({ otherwise }: SetupChecklistProps) {
  const company = useShownCompany();
  return company ? <Checklist company={company} otherwise={otherwise} /> : otherwise;
}

function Checklist({ company, otherwise }: SetupChecklistProps & { company: Company }) {
  const { id } = company;
  const done = useDoneSteps(company);
  const isDismissed = useSetupMark(id, "dismissed");
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, place);
  const count = Object.values(done).filter(Boolean).length;
  const total = Object.keys(done).length;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isDismissed || count === total ? (
        otherwise
      ) : (
        <section
          aria-labelledby="setup-title"
          className="mb-6 rounded-xl border border-line bg-surface"
        >
          <div className="flex items-center gap-3 py-2 pr-2 pl-4 sm:pl-6">
            <h2 id="setup-title" className="flex-1 text-base font-semibold">
              Set up your portal
            </h2>
            <span className="text-sm text-muted tabular-nums">{`${String(count)} of ${String(total)} done`}</span>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Dismiss the checklist"
              onClick={() => setSetupMark(id, "dismissed")}
            >
              <X aria-hidden="true" className="text-muted" />
            </Button>
          </div>
          <Steps company={company} done={done} />
        </section>
      )}
    </div>
  );
}

interface StepsProps {
  company: Company;
  done: ReturnType<typeof useDoneSteps>;
}

function Steps({ company: { id, subdomain }, done }: StepsProps) {
  return (
    <ul>
      <SetupStep
        title="Create your first board"
        help="Feedback is collected on boards."
        isDone={done.board}
        href="/company/boards"
      />
      <SetupStep
        title="Add your logo"
        help="It stands in the header and in mails."
        isDone={done.logo}
        href="/company/settings/logo"
      />
      <SetupStep
        title="Choose your colour"
        help="Pick one. The others follow it."
        isDone={done.color}
        href="/company/settings/brand"
      />
      {subdomain === null ? null : (
        <ShareStep
          subdomain={subdomain}
          isDone={done.link}
          onCopied={() => setSetupMark(id, "link-copied")}
        />
      )}
      <SetupStep
        title="Invite a teammate"
        help="Company admins manage boards and answer feedback together."
        isDone={done.team}
        href="/company/members"
      />
    </ul>
  );
}

/**
 * Returns which steps are done. The step that shares the link is done for a company without a
 * subdomain, because such a company has no link.
 */
function useDoneSteps({ id, logoUrl, subdomain, brandingSettings }: Company) {
  const boards = useQuery(wholeListQuery("/api/boards")).data ?? [];
  const isLinkCopied = useSetupMark(id, "link-copied");
  return {
    board: boards.length > 0,
    logo: logoUrl !== null,
    color: brandingSettings.primaryColor !== DEFAULT_BRANDING.primaryColor,
    link: isLinkCopied || subdomain === null,
    team: useHasTeam(),
  };
}

/** Whether the company has a second admin or an open invitation. */
function useHasTeam(): boolean {
  const admins = useQuery(
    onePageQuery("/api/members", { query: { role: "company_admin", limit: "1" } }),
  );
  const invitations = useQuery(onePageQuery("/api/invitations", { query: { limit: "1" } }));
  return (admins.data?.total ?? 0) > 1 || (invitations.data?.total ?? 0) > 0;
}

interface SetupStepProps {
  title: string;
  help: string;
  isDone: boolean;
  /** The page where the admin does the step; absent if `action` does the step. */
  href?: string;
  action?: ReactNode;
}

/** One step of the checklist. The title links to the page of the step until the step is done. */
function SetupStep({ title, help, isDone, href, action }: SetupStepProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 sm:px-6">
      {isDone ? (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-dot" />
      ) : (
        <span
          aria-hidden="true"
          className="size-5 shrink-0 rounded-full border-2 border-dashed border-control"
        />
      )}
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          {href !== undefined && !isDone ? (
            <a href={href} className="rounded underline underline-offset-2">
              {title}
            </a>
          ) : (
            title
          )}
          {isDone ? <span className="sr-only"> (done)</span> : null}
        </p>
        {isDone ? null : <p className="text-sm text-muted">{help}</p>}
      </div>
      {action}
    </li>
  );
}

interface ShareStepProps {
  subdomain: string;
  isDone: boolean;
  onCopied: () => void;
}

/** The step that shares the URL of the portal with customers. */
function ShareStep({ subdomain, isDone, onCopied }: ShareStepProps) {
  const { host, address } = usePortalLink(subdomain);
  const openHref = useOpenPortalHref(subdomain);
  return (
    <SetupStep
      title="Share your portal"
      help={`Your customers find it at ${host}.`}
      isDone={isDone}
      action={
        // On phones, below the step's text: the icon and the gap are 2 rem wide, the button's padding 1 rem.
        <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-4">
          <Button asChild variant="ghost">
            <a href={openHref} target="_blank" rel="noopener">
              Open portal
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </Button>
          <CopyButton text={address} label="Copy link" hasVisibleLabel onCopied={onCopied} />
        </span>
      }
    />
  );
}

/**
 * A mark that the checklist stores in this browser: the checklist was dismissed, or the portal's
 * link was copied. The server stores no marks.
 */
type SetupMark = "dismissed" | "link-copied";

const listeners = new Set<() => void>();

/** Whether the mark is set for this company. Always false on the server and until hydration. */
function useSetupMark(companyId: number, mark: SetupMark): boolean {
  const isSet = useCallback(() => readMark(keyOf(companyId, mark)), [companyId, mark]);
  return useSyncExternalStore(subscribe, isSet, () => false);
}

/** Sets the mark for this company. Does nothing if the browser has no storage. */
function setSetupMark(companyId: number, mark: SetupMark): void {
  try {
    localStorage.setItem(keyOf(companyId, mark), "1");
  } catch {
    // Without storage, the step that shares the link stays open, and the checklist cannot be
    // dismissed.
  }
  for (const listener of listeners) listener();
}

const keyOf = (companyId: number, mark: SetupMark) => `setup:${String(companyId)}:${mark}`;

function readMark(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
