import { useQuery } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Plus } from "#web/ui/icons.ts";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { NewBoardDialog } from "./NewBoardDialog.tsx";

interface BoardFieldProps {
  label: string;
  boardId: number | null;
  isMissing: boolean;
  onChange: (boardId: number | null) => void;
}

/**
 * A select for the board that items without a board are imported to, and a button that creates a
 * board.
 */
export function BoardField({ label, boardId, isMissing, onChange }: BoardFieldProps) {
  const { data: boards = [] } = useQuery(wholeListQuery(boardsApi.list));
  const dialog = useDialogState<null>();
  return (
    <>
      <Field
        label={label}
        className="max-w-2xl"
        error={isMissing && boardId === null ? "Choose a board" : undefined}
      >
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <NativeSelect
              {...control}
              name="board"
              className="flex-1"
              value={boardId ?? ""}
              onChange={({ target }) => onChange(Number(target.value) || null)}
            >
              <option value="">No board</option>
              {boards.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => dialog.open(null)}>
              <Plus aria-hidden="true" />
              New Board
            </Button>
          </div>
        )}
      </Field>
      <NewBoardDialog
        key={dialog.turn}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        onCreated={onChange}
      />
    </>
  );
}
