import type { ImportRun } from "#contract/imports.ts";
import { BoardField } from "./BoardField.tsx";
import { ColumnList } from "./ColumnList.tsx";
import type { MissingField } from "./useCheck.ts";
import type { Mapping } from "./useMapping.ts";

interface ColumnsAndBoardProps {
  run: ImportRun;
  mapping: Mapping;
  missing: MissingField | null;
}

/**
 * The selects that assign fields to a CSV file's columns, and the select of the board for items
 * without a board.
 */
export function ColumnsAndBoard({ run, mapping, missing }: ColumnsAndBoardProps) {
  const { columns, boardId, setColumn, setBoard } = mapping;
  const isTable = run.columns.length > 0;
  return (
    <div className="flex flex-col gap-6">
      {isTable ? (
        <ColumnList
          columns={run.columns}
          fields={columns}
          isTitleMissing={missing === "column"}
          onChange={setColumn}
        />
      ) : null}
      <BoardField
        label={isTable && columns.board === null ? "Board" : "Board for items without a board"}
        boardId={boardId}
        isMissing={missing === "board"}
        onChange={setBoard}
      />
    </div>
  );
}
