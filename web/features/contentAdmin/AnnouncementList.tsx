import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import type { EntryListProps } from "./ContentSection.tsx";

/**
 * Announcements as cards with title and content (docs/specification.md "/admin/content (super admin
 * only)").
 */
export function AnnouncementList({ entries, onEdit, onDelete }: EntryListProps) {
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {entries.map((entry) => (
        <li key={entry.id} className="min-w-0 rounded-xl border bg-surface pt-2 pr-2 pb-4 pl-4">
          <div className="flex items-start gap-2">
            <h4 dir="auto" className="min-w-0 flex-1 py-2 text-base font-semibold wrap-anywhere">
              {entry.heading}
            </h4>
            <EditDeleteButtons
              name={entry.heading}
              onEdit={() => onEdit(entry)}
              onDelete={() => onDelete(entry)}
            />
          </div>
          <PlainText className="mt-1 pr-2 text-muted">{entry.text}</PlainText>
        </li>
      ))}
    </ul>
  );
}
