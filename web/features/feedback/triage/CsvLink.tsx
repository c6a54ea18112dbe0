import { useQuery } from "@tanstack/react-query";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackCsvApi } from "#contract/feedbackCsv.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { Download } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { feedbackPagesQuery } from "../feedbackPagesQuery.ts";
import { useFeedbackFilters } from "../useFeedbackFilters.ts";

interface CsvLinkProps {
  /** The board of the first item. On a board's page, all items belong to this board. */
  boardId: number | undefined;
}

/** A link that downloads the items that match the list's filters as a CSV file. */
export function CsvLink({ boardId }: CsvLinkProps) {
  const { pathname } = useLocation();
  const categories = useQuery(wholeListQuery(categoriesApi.list)).data;
  const { filters, isAdmin } = useFeedbackFilters(categories);
  const [, { query }] = feedbackPagesQuery(filters, null, isAdmin).queryKey;
  const ofBoard = pathname.startsWith("/board/") ? { boardId } : {};
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
