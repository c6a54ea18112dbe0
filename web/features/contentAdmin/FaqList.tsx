import { ChevronDown } from "#web/ui/icons.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import type { EntryListProps } from "./ContentSection.tsx";

/** Lists FAQs. A click on a question expands its answer. */
export function FaqList({ entries, onEdit, onDelete }: EntryListProps) {
  return (
    <ul className="divide-y rounded-xl border bg-surface">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-start gap-1 py-2 pr-2">
          <details className="group min-w-0 flex-1">
            <summary className="flex min-h-10 list-none items-center gap-3 rounded-lg pr-2 pl-4 [&::-webkit-details-marker]:hidden">
              <ChevronDown
                aria-hidden="true"
                className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
              <h4 dir="auto" className="min-w-0 py-1 font-medium wrap-anywhere">
                {entry.heading}
              </h4>
            </summary>
            <PlainText className="max-w-prose pt-1 pr-2 pb-3 pl-11 text-muted">
              {entry.text}
            </PlainText>
          </details>
          <EditDeleteButtons
            name={entry.heading}
            onEdit={() => onEdit(entry)}
            onDelete={() => onDelete(entry)}
          />
        </li>
      ))}
    </ul>
  );
}
