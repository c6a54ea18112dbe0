import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { Company } from "#contract/companies.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { useOpenPortalHref, usePortalLink } from "#web/app/api/usePortalLink.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { useFocusFallback } from "#web/ui/focus.ts";
import { CircleCheck, X } from "#web/ui/icons.ts";
import type { SetupStep } from "./setupSteps.ts";
import { setSetupMark, useSetupMark, useSetupSteps } from "./setupSteps.ts";

interface SetupChecklistProps {
  /**
   * Shown instead of the checklist if all steps are done, if the checklist is hidden, or if no
   * company is shown. Shown below the word of thanks.
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
  const steps = useSetupSteps(company);
  const isHidden = useSetupMark(id, "later");
  const isBegun = useSetupMark(id, "begun");
  const isThanked = useSetupMark(id, "thanked");
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, place);
  const isDone = steps.every((step) => step.isDone);
  useEffect(() => {
    if (!isDone) setSetupMark(id, "begun");
  }, [id, isDone]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isDone && isBegun && !isThanked ? <Thanks company={company} /> : null}
      {isDone || isHidden ? otherwise : <Steps company={company} steps={steps} />}
    </div>
  );
}

/** The word of thanks after the last step. */
function Thanks({ company: { id, subdomain } }: { company: Company }) {
  return (
    <section
      aria-labelledby="setup-thanks"
      className="mb-6 flex items-start gap-3 rounded-xl border border-line bg-surface py-2 pr-2 pl-4 sm:pl-6"
    >
      <CircleCheck aria-hidden="true" className="mt-2 size-5 shrink-0 text-green-dot" />
      <div className="min-w-0 flex-1 py-2">
        <h2 id="setup-thanks" className="text-base font-semibold">
          Your portal is set up. Thank you!
        </h2>
        <p className="text-sm text-muted">
          What your customers ask for now stands on{" "}
          <a href="/feedback" className="underline underline-offset-2">
            Feedback
          </a>
          , and what waits for you on the{" "}
          <a href="/company" className="underline underline-offset-2">
            dashboard
          </a>
          .
        </p>
      </div>
      {subdomain === null ? null : <OpenPortal subdomain={subdomain} />}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Close"
        onClick={() => setSetupMark(id, "thanked")}
      >
        <X aria-hidden="true" className="text-muted" />
      </Button>
    </section>
  );
}

interface StepsProps {
  company: Company;
  steps: readonly SetupStep[];
}

function Steps({ company: { id, subdomain }, steps }: StepsProps) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section
      aria-labelledby="setup-title"
      className="mb-6 rounded-xl border border-line bg-surface"
    >
      <div className="flex items-center gap-3 py-2 pr-2 pl-4 sm:pl-6">
        <h2 id="setup-title" className="flex-1 text-base font-semibold">
          Set up your portal
        </h2>
        <span className="text-sm text-muted tabular-nums">
          {`${String(steps.filter(({ isDone }) => isDone).length)} of ${String(steps.length)} done`}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Hide the checklist for now"
          onClick={() => setSetupMark(id, "later")}
        >
          <X aria-hidden="true" className="text-muted" />
        </Button>
      </div>
      {subdomain === null ? null : <PortalAddressRow subdomain={subdomain} />}
      <ul>
        {steps.map((step) => (
          <StepRow
            key={step.title}
            step={step}
            isNext={step === next}
            action={
              step.href === null && subdomain !== null ? (
                <CopyPortalLink
                  subdomain={subdomain}
                  onCopied={() => setSetupMark(id, "link-copied")}
                />
              ) : null
            }
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * The address of the portal, whether name servers know it yet, and a link that opens the portal.
 */
function PortalAddressRow({ subdomain }: { subdomain: string }) {
  const { host } = usePortalLink(subdomain);
  const isOnPortal = usePortal().company !== null;
  const check = useQuery({ ...apiQuery("/api/company/portal-address"), enabled: !isOnPortal });
  const isUnknown = check.data?.isReachable === false;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 sm:px-6">
      <div className="min-w-40 flex-1">
        <p className="text-sm text-muted">The address of your portal</p>
        <p className="font-medium wrap-anywhere">{host}</p>
        <p role="status" className="text-sm text-muted">
          {isOnPortal ? "You are here." : null}
          {!isOnPortal && check.isFetching ? "Checking the address…" : null}
          {!check.isFetching && check.data?.isReachable ? "It can be opened." : null}
          {!check.isFetching && isUnknown
            ? "Name servers do not know this address yet. That can take some hours. If it stays so, ask whoever runs this site."
            : null}
        </p>
      </div>
      {isUnknown ? (
        <Button
          variant="secondary"
          disabled={check.isFetching}
          onClick={() => void check.refetch()}
        >
          Check again
        </Button>
      ) : null}
      {isOnPortal ? null : <OpenPortal subdomain={subdomain} />}
    </div>
  );
}

/** The link that opens the portal, signed in, in a new tab. */
function OpenPortal({ subdomain }: { subdomain: string }) {
  return (
    <Button asChild variant="secondary">
      <a href={useOpenPortalHref(subdomain)} target="_blank" rel="noopener">
        Open portal
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </Button>
  );
}

interface CopyPortalLinkProps {
  subdomain: string;
  onCopied: () => void;
}

function CopyPortalLink({ subdomain, onCopied }: CopyPortalLinkProps) {
  const { address } = usePortalLink(subdomain);
  return (
    // On phones below the step's text: the icon and the gap are 2 rem wide.
    <span className="max-sm:w-full max-sm:pl-8">
      <CopyButton text={address} label="Copy link" hasVisibleLabel onCopied={onCopied} />
    </span>
  );
}

interface StepRowProps {
  step: SetupStep;
  isNext: boolean;
  action: ReactNode;
}

/** One step of the checklist. The title links to the page of the step until the step is done. */
function StepRow({ step: { title, help, href, isDone }, isNext, action }: StepRowProps) {
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
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {href !== null && !isDone ? (
            <a href={href} className="rounded underline underline-offset-2">
              {title}
            </a>
          ) : (
            title
          )}
          {isDone ? <span className="sr-only"> (done)</span> : null}
          {isNext ? <Badge>Next</Badge> : null}
        </p>
        {isDone ? null : <p className="text-sm text-muted">{help}</p>}
      </div>
      {action}
    </li>
  );
}
