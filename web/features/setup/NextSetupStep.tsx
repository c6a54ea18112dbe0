import type { Company } from "#contract/companies.ts";
import { useShownCompany } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { cn } from "#web/ui/cn.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { useSetupMark, useSetupSteps } from "./setupSteps.ts";

const DASHBOARD = "/company";

/**
 * Leads an admin who is setting up the portal from step to step, beside the settings. Only a
 * browser that has shown the checklist loads what the steps are derived from.
 */
export function NextSetupStep({ className }: { className?: string }) {
  const company = useShownCompany();
  const isHydrated = useHydrated();
  return company && isHydrated ? <IfBegun company={company} className={className} /> : null;
}

interface NextStepProps {
  company: Company;
  className: string | undefined;
}

function IfBegun(props: NextStepProps) {
  const { id } = props.company;
  // The dashboard has the whole checklist.
  const isOnDashboard = useLocation().pathname === DASHBOARD;
  const isBegun = useSetupMark(id, "begun");
  const isThanked = useSetupMark(id, "thanked");
  return isBegun && !isThanked && !isOnDashboard ? <NextStep {...props} /> : null;
}

function NextStep({ company, className }: NextStepProps) {
  const { pathname } = useLocation();
  const steps = useSetupSteps(company);
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  const href = next?.href ?? DASHBOARD;
  return (
    <aside
      aria-label="Set-up"
      className={cn("rounded-xl border border-line bg-surface px-3 py-3 text-sm", className)}
    >
      <p className="text-xs text-muted tabular-nums">
        {`Set-up: ${String(done)} of ${String(steps.length)} done`}
      </p>
      <p className="mt-1 font-medium">
        {next === undefined ? (
          <a href={DASHBOARD} className="rounded underline underline-offset-2">
            Your portal is set up. Thank you!
          </a>
        ) : href === pathname ? (
          `This step: ${next.title.toLowerCase()}`
        ) : (
          <a href={href} className="rounded underline underline-offset-2">
            {`Next: ${next.title.toLowerCase()}`}
          </a>
        )}
      </p>
    </aside>
  );
}
