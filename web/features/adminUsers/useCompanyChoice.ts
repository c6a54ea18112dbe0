import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useRef, useState } from "react";
import type { NamedCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { companyName } from "#contract/fields.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useDebounced } from "#web/ui/useDebounced.ts";

/** Milliseconds without a key press after which a name is looked up. */
const DEBOUNCE_MS = 250;

/**
 * The admin's choice, as sent to the server: the id of an existing company, or `found: true` for a
 * new company that the server creates.
 */
export type CompanyChoice = { readonly companyId: number } | { readonly found: true };

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
    ...apiQuery(adminCompaniesApi.named, { query: { name } }),
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
