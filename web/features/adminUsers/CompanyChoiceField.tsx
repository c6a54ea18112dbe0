import type { ReactNode } from "react";
import { useId } from "react";
import type { NamedCompany } from "#contract/adminCompanies.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import type { CompanyChoice, CompanyQuestion } from "./useCompanyChoice.ts";

/**
 * Asks which of the companies with the typed name is meant. If no company has this name, asks for a
 * confirmation that a new company is created. Displays facts that distinguish companies of the same
 * name. Nothing is preselected.
 */
export function CompanyChoiceField({ question }: { question: CompanyQuestion }) {
  const { box, lacksAnswer } = question;
  const errorId = useId();
  if (question.name === null) return null;
  return (
    <fieldset ref={box} aria-describedby={lacksAnswer ? errorId : undefined} className="min-w-0">
      <legend className="text-sm font-medium">Which company is meant?</legend>
      <Options question={question} />
      {lacksAnswer ? (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger-text">
          Confirm which company is meant
        </p>
      ) : null}
    </fieldset>
  );
}

function Options({ question }: { question: CompanyQuestion }) {
  const { name, companies, hasFailed, lookUp, choice, choose } = question;
  const group = useId();
  if (hasFailed) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">Failed to look up the company</p>
        <Button variant="secondary" onClick={lookUp}>
          Try again
        </Button>
      </div>
    );
  }
  if (!companies) {
    return (
      <p role="status" className="mt-1 text-sm text-muted">
        Looking for companies of this name...
      </p>
    );
  }
  const option = (value: CompanyChoice, isChecked: boolean) => ({
    group,
    isChecked,
    onChoose: () => choose(value),
  });
  if (companies.length === 0) {
    return (
      <Option
        {...option({ found: true }, choice !== null)}
        label={`Founds a new company: ${name ?? ""}`}
      >
        No company has this name yet. Its address is made from the name.
      </Option>
    );
  }
  return companies.map((company) => (
    <Option
      key={company.id}
      {...option(
        { companyId: company.id },
        choice !== null && "companyId" in choice && choice.companyId === company.id,
      )}
      label={`Joins ${company.name}`}
    >
      <Facts company={company} />
    </Option>
  ));
}

interface OptionProps {
  group: string;
  isChecked: boolean;
  onChoose: () => void;
  label: string;
  /** The facts that distinguish this company from other companies, or a hint for a new company. */
  children: ReactNode;
}

function Option({ group, isChecked, onChoose, label, children }: OptionProps) {
  const factsId = useId();
  return (
    <label className="flex min-h-10 cursor-pointer items-start gap-3 py-2">
      <input
        type="radio"
        name={group}
        checked={isChecked}
        onChange={onChoose}
        aria-describedby={factsId}
        aria-label={label}
        className="mt-0.5 size-4 shrink-0"
      />
      <span className="min-w-0 flex-1 text-sm">
        <bdi className="block wrap-anywhere">{label}</bdi>
        <span id={factsId} className="block wrap-anywhere text-muted">
          {children}
        </span>
      </span>
    </label>
  );
}

function Facts({
  company: { subdomain, createdAt, admins, adminsCount },
}: {
  company: NamedCompany;
}) {
  const { baseDomain } = usePortal();
  const others = adminsCount - admins.length;
  const more = others > 0 ? ` and ${countLabel(others, "other")}` : "";
  return (
    <>
      {subdomain === null ? "No address yet" : `${subdomain}.${baseDomain}`}, founded{" "}
      <CalendarDate value={createdAt} />
      {admins.length === 0 ? ", no admins" : `, admins ${admins.join(", ")}${more}`}
    </>
  );
}
