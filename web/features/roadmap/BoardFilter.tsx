import type { Board } from "#contract/boards.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ChevronDown } from "#web/ui/icons.ts";
import { lazyMenu } from "#web/ui/lazyComponent.tsx";
import type { BoardFilterMenuProps } from "./BoardFilterMenu.tsx";

const Menu = lazyMenu<BoardFilterMenuProps>(
  async () => (await import("./BoardFilterMenu.tsx")).BoardFilterMenu,
);

/** The menu that limits the roadmap to some of the boards. The URL stores the boards. */
export function BoardFilter({ boards }: { boards: readonly Board[] }) {
  const [params, changeParams] = useSearchParams();
  const chosen = filteredBoards(params, boards);
  const choose = (ids: readonly number[]) =>
    changeParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(BOARD_PARAMETER);
        for (const id of ids) next.append(BOARD_PARAMETER, String(id));
        return next;
      },
      { keepScroll: true },
    );
  const label =
    chosen.length > 1 ? `${String(chosen.length)} boards` : (chosen[0]?.name ?? "All boards");
  return (
    <Menu
      boards={boards}
      chosenIds={chosen.map(({ id }) => id)}
      onChoose={choose}
      button={
        <Button
          variant="secondary"
          aria-label={`Boards: ${label}`}
          className="print:hidden noscript:hidden"
        >
          <bdi className="max-w-24 truncate md:max-w-48">{label}</bdi>
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Button>
      }
    />
  );
}

/** The URL parameter that limits the roadmap to a board. It can be repeated. */
export const BOARD_PARAMETER = "boardId";

/**
 * Returns the boards to which the URL limits the roadmap; none for all boards. A board that is not
 * visible to the viewer is ignored.
 */
export function filteredBoards(params: URLSearchParams, boards: readonly Board[]): Board[] {
  const ids = params.getAll(BOARD_PARAMETER);
  return boards.filter(({ id }) => ids.includes(String(id)));
}
