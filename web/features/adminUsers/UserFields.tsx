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
import { EmailField } from "#web/ui/EmailField.tsx";
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
      <EmailField
        label="Username (email)"
        register={() => register("username")}
        error={errors.username?.message}
        autoComplete="off"
      />
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
 * Lists the companies whose name contains the typed text, with facts that distinguish companies of
 * the same name. The admin picks one of them or, if none has exactly this name, a new company.
 * Nothing is preselected.
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
        Looking for companies...
      </p>
    );
  }
  const isTaken = companies.some((company) => company.name.toLowerCase() === name?.toLowerCase());
  return (
    <>
      {companies.map((company) => (
        <Option
          key={company.id}
          group={group}
          isChecked={choice !== null && "companyId" in choice && choice.companyId === company.id}
          onChoose={() => choose({ companyId: company.id }, company.name)}
          label={`Joins ${company.name}`}
        >
          <Facts company={company} />
        </Option>
      ))}
      {isTaken ? null : (
        <Option
          group={group}
          isChecked={choice !== null && "found" in choice}
          onChoose={() => choose({ found: true }, name ?? "")}
          label={`Founds a new company: ${name ?? ""}`}
        >
          No company has this name yet. Its address is made from the name.
        </Option>
      )}
    </>
  );
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

interface ChosenCompany {
  readonly name: string;
  /** The text in the field before the choice. */
  readonly lookedUp: string;
  readonly choice: CompanyChoice;
}

/** Asks the admin which company the typed text means. Contains the admin's answer. */
export interface CompanyQuestion {
  /** The text whose company the admin must pick; null if there is nothing to pick. */
  readonly name: string | null;
  /** The companies whose name contains this text; undefined until the lookup has succeeded. */
  readonly companies: readonly NamedCompany[] | undefined;
  readonly hasFailed: boolean;
  readonly lookUp: () => void;
  readonly choice: CompanyChoice | null;
  /** Picks a company and writes its name into the field. */
  readonly choose: (choice: CompanyChoice, name: string) => void;
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

interface TypedCompany {
  /** The text in the field. */
  readonly typed: string;
  /** The name of the account's current company, which the admin need not pick. */
  readonly current: string;
  readonly write: (name: string) => void;
}

/** Looks up the companies that the typed text can mean. A choice is valid for its name only. */
export function useCompanyChoice({ typed, current, write }: TypedCompany): CompanyQuestion {
  const [hasTried, setHasTried] = useState(false);
  const [chosen, setChosen] = useState<ChosenCompany | null>(null);
  const written = typed.trim();
  const choice = chosen?.name === written ? chosen.choice : null;
  // After a choice the list stays as it was, although the field then has the whole name.
  const name = chosen && choice ? chosen.lookedUp : written;
  const isAsked =
    companyName.safeParse(name).success && written.toLowerCase() !== current.toLowerCase();
  const isSettled = useDebounced(name, DEBOUNCE_MS) === name;
  const { data, isError, isFetching, refetch } = useQuery({
    ...apiQuery("/api/admin/companies/named", { query: { name } }),
    enabled: isAsked && isSettled,
    staleTime: 0,
  });
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
    choose: (made, madeName) => {
      setChosen({ name: madeName, lookedUp: name, choice: made });
      write(madeName);
    },
    box,
    isAnswered: () => {
      setHasTried(isOpen);
      if (isOpen) box.current?.querySelector("input")?.focus();
      return !isOpen;
    },
    lacksAnswer: hasTried && isOpen,
  };
}
