import { feedbackCsvApi } from "#contract/feedbackCsv.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Download } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { readFilters } from "../feedbackFilters.ts";
import { feedbackPagesQuery } from "../feedbackPagesQuery.ts";

interface CsvLinkProps {
  /** Path and query of the list. */
  from: string;
  /** The board of the first item, which is the board of all items on a board's page. */
  boardId: number | undefined;
}

/** Downloads what the list contains as a CSV file. */
export function CsvLink({ from, boardId }: CsvLinkProps) {
  const user = useCurrentUser();
  const [path = "", search] = from.split("?");
  const filters = readFilters(new URLSearchParams(search));
  const [, { query }] = feedbackPagesQuery(filters, null, user?.id ?? null).queryKey;
  const ofBoard = path.startsWith("/board/") ? { boardId } : {};
  return (
    <div className="mt-4 flex justify-end">
      <Button asChild variant="ghost" size="sm" className="text-muted">
        <a
          href={addressOf(feedbackCsvApi.download.path, { query: { ...query, ...ofBoard } })}
          download
        >
          <Download aria-hidden="true" />
          Download CSV
        </a>
      </Button>
    </div>
  );
}
