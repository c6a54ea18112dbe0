import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ChangelogEntry, LinkedItem } from "#contract/changelog.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { EntryFacts } from "../EntryArticle.tsx";
import { EntryCover } from "../EntryCover.tsx";
import type { EntryValues } from "./useEntryDraft.ts";

interface EntryPreviewProps {
  entry: ChangelogEntry;
  values: EntryValues;
  renderStatus: (item: LinkedItem) => ReactNode;
}

/** The entry as visitors will see it, with what is typed now. */
export function EntryPreview({ entry, values, renderStatus }: EntryPreviewProps) {
  const { data: labels = [] } = useQuery(apiQuery("/api/changelog/labels"));
  const chosen = labels.filter(({ id }) => values.labelIds.includes(id));
  return (
    <article>
      <EntryFacts entry={{ ...entry, version: values.version || null, labels: chosen }} />
      <h2 dir="auto" className="mt-2 text-xl font-semibold text-pretty wrap-anywhere">
        {values.title || <span className="text-muted">Without a title</span>}
      </h2>
      <EntryCover entry={values} />
      {values.body ? (
        <Markdown variant="entry" className="mt-4 text-base">
          {values.body}
        </Markdown>
      ) : (
        <p className="mt-4 text-base text-muted">What you write appears here.</p>
      )}
      {values.items.length > 0 ? (
        <>
          <h3 className="mt-6 mb-2 text-sm font-semibold">Completed with this</h3>
          <ul className="divide-y divide-line border-y">
            {values.items.map((item) => (
              <li
                key={item.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm"
              >
                <span dir="auto" className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  {item.isPrivate ? <PrivateMark /> : null}
                  {item.title}
                </span>
                {item.isPrivate ? (
                  <span className="text-muted">Hidden from visitors</span>
                ) : (
                  renderStatus(item)
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </article>
  );
}
