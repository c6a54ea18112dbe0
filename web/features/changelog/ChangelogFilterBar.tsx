import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { cn } from "#web/ui/cn.ts";
import type { ChangelogFilters } from "./changelogFilters.ts";
import { changelogPath, labelsQuery, monthsQuery } from "./changelogFilters.ts";
import { monthLabel } from "./ChangelogTimeline.tsx";
import { EntryLabel } from "./EntryLabel.tsx";
import { LightInput } from "./LightInput.tsx";

/** The API ignores what follows in a longer search (contract/searchWords.ts). */
const SEARCH_LENGTH = 200;

/** The search and the labels of the changelog. Labels are links, which need no JavaScript. */
export function ChangelogFilterBar({ filters }: { filters: ChangelogFilters }) {
  const labels = useQuery(labelsQuery).data ?? [];
  const [, changeParams] = useSearchParams();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("search");
    changeParams((current) => {
      const next = new URLSearchParams(current);
      next.delete("month");
      if (typeof text !== "string" || text.trim() === "") next.delete("search");
      else next.set("search", text.trim());
      return next;
    }, {});
  };
  const chip = "inline-flex h-10 items-center rounded-lg border px-3 text-sm hover:bg-hover md:h-8";
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <form action="/changelog" role="search" className="w-full sm:w-64" onSubmit={search}>
        <LightInput
          key={filters.search}
          type="search"
          name="search"
          aria-label="Search the changelog"
          placeholder="Search..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_LENGTH}
          defaultValue={filters.search}
        />
      </form>
      <nav aria-label="Labels" className="flex flex-wrap items-center gap-2">
        <a
          href={changelogPath({ search: filters.search })}
          aria-current={filters.label === undefined ? "true" : undefined}
          className={cn(chip, filters.label === undefined && "bg-hover font-medium")}
        >
          All
        </a>
        {labels.map((label) => {
          const id = String(label.id);
          return (
            <a
              key={id}
              href={changelogPath({ search: filters.search, label: id })}
              aria-current={filters.label === id ? "true" : undefined}
              className={cn(chip, filters.label === id && "bg-hover")}
            >
              <EntryLabel label={label} />
            </a>
          );
        })}
      </nav>
    </div>
  );
}

/** Links to the months of the changelog, newest first. */
export function MonthRail({ current }: { current: string | undefined }) {
  const months = useQuery(monthsQuery).data ?? [];
  if (months.length < 2) return null;
  return (
    <nav aria-label="Months" className="mt-6 max-lg:hidden">
      <h2 className="text-sm font-semibold">Months</h2>
      <ul className="mt-2">
        {months.map((month, index) => {
          const isCurrent = current === month || (current === undefined && index === 0);
          return (
            <li key={month}>
              <a
                href={changelogPath({ month: index === 0 ? undefined : month })}
                aria-current={isCurrent ? "true" : undefined}
                className={cn(
                  "block rounded-lg px-3 py-1.5 text-sm hover:bg-hover",
                  isCurrent ? "bg-hover font-medium" : "text-muted",
                )}
              >
                {monthLabel(`${month}-01T00:00:00.000Z`)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
