import type { Board } from "#contract/boards.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";

/** The select that limits the roadmap to one board. The URL stores the board. */
export function BoardFilter({ boards }: { boards: readonly Board[] }) {
  const [params, changeParams] = useSearchParams();
  const choose = (id: string) =>
    changeParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (id === "") next.delete(BOARD_PARAMETER);
        else next.set(BOARD_PARAMETER, id);
        return next;
      },
      { keepScroll: true },
    );
  return (
    <form autoComplete="off" className="noscript:hidden">
      <FilterSelect
        aria-label="Board"
        value={String(filteredBoard(params, boards)?.id ?? "")}
        onChoose={choose}
      >
        <option value="">All boards</option>
        {boards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
    </form>
  );
}

/** The URL parameter that limits the roadmap to one board. */
export const BOARD_PARAMETER = "boardId";

/**
 * Returns the board to which the URL limits the roadmap; undefined for all boards. A board that is
 * not visible to the viewer is ignored.
 */
export function filteredBoard(
  params: URLSearchParams,
  boards: readonly Board[],
): Board | undefined {
  return boards.find(({ id }) => String(id) === params.get(BOARD_PARAMETER));
}
