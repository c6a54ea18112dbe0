import type { ReactElement } from "react";
import type { Board } from "#contract/boards.ts";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";

export interface BoardFilterMenuProps {
  boards: readonly Board[];
  chosenIds: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}

/** The choices of `BoardFilter`. The menu stays open while boards are chosen. */
export function BoardFilterMenu(props: BoardFilterMenuProps & { button: ReactElement }) {
  const { boards, chosenIds, onChoose, button } = props;
  const toggle = (id: number) =>
    onChoose(
      boards.map((board) => board.id).filter((each) => chosenIds.includes(each) !== (each === id)),
    );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64 max-w-full">
        {boards.map(({ id, name }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={chosenIds.includes(id)}
            onCheckedChange={() => toggle(id)}
          >
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={chosenIds.length === 0} onSelect={() => onChoose([])}>
          Show all boards
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
