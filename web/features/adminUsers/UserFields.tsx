import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { useId, useRef, useState } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import type { NamedCompany } from "#contract/adminCompanies.ts";
import { companyName } from "#contract/fields.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDebounced } from "#web/ui/useDebounced.ts";

type IdentityField = "username" | "fullName" | "companyName";

interface IdentityFieldsProps {
  register: (field: IdentityField) => UseFormRegisterReturn;
  errors: Readonly<Partial<Record<IdentityField, FieldError>>>;
  companyHelp: string;
  isCompanyRequired: boolean;
}

/**
 * The name, e-mail and company fields of an account (docs/specification.md "/admin/users (super
 * admin only; others sent to /)").
 */
export function IdentityFields({
  register,
  errors,
  companyHelp,
  isCompanyRequired,
}: IdentityFieldsProps) {
  return (
    <>
      <Field label="Username (email)" required error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("username")}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...register("fullName")} autoComplete="off" />}
      </Field>
      <Field
        label="Company name"
        required={isCompanyRequired}
        error={errors.companyName?.message}
        help={companyHelp}
      >
        {(control) => <TextInput {...control} {...register("companyName")} autoComplete="off" />}
      </Field>
    </>
  );
}

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

/** Milliseconds without a key press after which a name is looked up. */
const DEBOUNCE_MS = 250;

/**
 * The admin's choice, as sent to the server: the id of an existing company, or `found: true` for a
 * new company that the server creates.
 */
type CompanyChoice = { readonly companyId: number } | { readonly found: true };

/** Asks the admin which company the typed name means. Contains the admin's answer. */
export interface CompanyQuestion {
  /** The company name that the admin must confirm; null if no confirmation is needed. */
  readonly name: string | null;
  /** The companies that have this name; undefined until the lookup has succeeded. */
  readonly companies: readonly NamedCompany[] | undefined;
  readonly hasFailed: boolean;
  readonly lookUp: () => void;
  readonly choice: CompanyChoice | null;
  readonly choose: (choice: CompanyChoice) => void;
  /** Reference to the group of choices. */
  readonly box: RefObject<HTMLFieldSetElement | null>;
  /**
   * Returns whether the form can be saved. If not, `lacksAnswer` becomes true, and the first choice
   * gets the focus.
   */
  readonly isAnswered: () => boolean;
  /** Whether the admin tried to save the form without answering the question. */
  readonly lacksAnswer: boolean;
}

/**
 * Looks up which companies have the typed name. A choice is valid for this name only.
 * @param current the name of the account's current company. The admin need not confirm this name.
 */
export function useCompanyChoice(typed: string, current: string): CompanyQuestion {
  const name = typed.trim();
  const isAsked =
    companyName.safeParse(name).success && name.toLowerCase() !== current.toLowerCase();
  const isSettled = useDebounced(name, DEBOUNCE_MS) === name;
  const { data, isError, isFetching, refetch } = useQuery({
    ...apiQuery("/api/admin/companies/named", { query: { name } }),
    enabled: isAsked && isSettled,
    staleTime: 0,
  });
  const [hasTried, setHasTried] = useState(false);
  const [chosen, setChosen] = useState<{ name: string; choice: CompanyChoice } | null>(null);
  const choice = chosen?.name === name ? chosen.choice : null;
  const isOpen = isAsked && choice === null;
  const box = useRef<HTMLFieldSetElement>(null);
  return {
    name: isAsked ? name : null,
    companies: data,
    hasFailed: isError && !isFetching,
    lookUp: () => {
      setChosen(null);
      void refetch();
    },
    choice,
    choose: (made) => setChosen({ name, choice: made }),
    box,
    isAnswered: () => {
      setHasTried(isOpen);
      if (isOpen) box.current?.querySelector("input")?.focus();
      return !isOpen;
    },
    lacksAnswer: hasTried && isOpen,
  };
}
