import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NamedCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { companyName } from "#contract/fields.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useDebounced } from "#web/ui/useDebounced.ts";

/** Milliseconds without a key press after which a name is looked up. */
const DEBOUNCE_MS = 250;

/** What the server is told: which company the name means. */
export type CompanyChoice = { readonly companyId: number } | { readonly found: true };

/** The question which company a name means, and its answer. */
export interface CompanyQuestion {
  /** The name that the admin must confirm; null if nothing has to be confirmed. */
  readonly name: string | null;
  /** The companies of that name; undefined while they are looked up. */
  readonly companies: readonly NamedCompany[] | undefined;
  readonly hasFailed: boolean;
  readonly lookUp: () => void;
  readonly choice: CompanyChoice | null;
  readonly choose: (choice: CompanyChoice) => void;
  /** Whether the form may be saved. If not, the question must be answered first. */
  readonly isAnswered: () => boolean;
  /** Whether an attempt to save lacked the answer. */
  readonly lacksAnswer: boolean;
}

/**
 * Looks up which companies have the typed name. The choice counts for this name only.
 * @param current the name that needs no choice: that of the account's company
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
    isAnswered: () => {
      setHasTried(isOpen);
      return !isOpen;
    },
    lacksAnswer: hasTried && isOpen,
  };
}
