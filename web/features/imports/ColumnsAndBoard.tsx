import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { DateOrder, ImportFieldColumns } from "#contract/importMapping.ts";
import type { ImportRun } from "#contract/importRun.ts";
import type { ImportField } from "#contract/importFields.ts";
import { IMPORT_COLUMNS, IMPORT_FIELDS } from "#contract/importFields.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Select } from "#web/ui/Select.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { createTarget } from "./useCreateTargets.ts";
import { TableFormat } from "./TableFormat.tsx";
import type { Mapping } from "./useMapping.ts";
import { CircleAlert, Plus } from "#web/ui/icons.ts";

/** The name of a field that the admin must fill in before the check can start. */
export type MissingField = "column" | "board";

interface ColumnsAndBoardProps {
  run: ImportRun;
  mapping: Mapping;
  missing: MissingField | null;
}

/**
 * The selects of a CSV file's format, those that assign fields to its columns, and the select of the
 * board for items without a board.
 */
export function ColumnsAndBoard({ run, mapping, missing }: ColumnsAndBoardProps) {
  const { columns, boardId, dateOrder, setColumn, setBoard, setDateOrder } = mapping;
  const isTable = run.columns.length > 0;
  return (
    <div className="flex flex-col gap-6">
      <TableFormat run={run} mapping={mapping} />
      {isTable ? (
        <ColumnList
          columns={run.columns}
          fields={columns}
          isTitleMissing={missing === "column"}
          onChange={setColumn}
        />
      ) : null}
      {dateOrder ? <DateOrderField order={dateOrder} onChange={setDateOrder} /> : null}
      <BoardField
        label={isTable && columns.board === null ? "Board" : "Board for items without a board"}
        boardId={boardId}
        isMissing={missing === "board"}
        onChange={setBoard}
      />
    </div>
  );
}

interface ColumnListProps {
  columns: ImportRun["columns"];
  /** The index of the column that each field is read from; null if the field has no column. */
  fields: ImportFieldColumns;
  isTitleMissing: boolean;
  onChange: (column: number, field: ImportField | null) => void;
}

/** Lists the columns of a CSV file with samples. A select assigns a field to each column. */
function ColumnList({ columns, fields, isTitleMissing, onChange }: ColumnListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="font-medium">
        Match the columns of the file
      </h4>
      <p className="mb-2 text-sm text-muted">
        One column must be the title. Everything else is optional.
      </p>
      {isTitleMissing ? (
        <p role="alert" className="mb-2 flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Choose the column with the title
        </p>
      ) : null}
      <ul className="divide-y rounded-xl border">
        {columns.map(({ name, samples }, index) => (
          // Two columns can have the same name, and the order of the columns never changes, so the
          // index is the key.
          <li key={index} className="grid gap-2 px-4 py-3 sm:grid-cols-2">
            <div className="min-w-0">
              <bdi className="block font-medium wrap-anywhere">{name}</bdi>
              <bdi className="block truncate text-sm text-muted">
                {samples.filter((sample) => sample !== "").join(" · ")}
              </bdi>
            </div>
            <Select
              name="column"
              aria-label={`Column ${name}`}
              value={IMPORT_FIELDS.find((field) => fields[field] === index) ?? ""}
              onChange={({ target }) =>
                onChange(index, (target.value || null) as ImportField | null)
              }
            >
              <option value="">Leave out</option>
              {IMPORT_FIELDS.map((field) => (
                <option key={field} value={field}>
                  {IMPORT_COLUMNS[field].label}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DateOrderFieldProps {
  order: DateOrder | "unknown";
  onChange: (order: DateOrder) => void;
}

/** A select for the order of day and month in the dates of the file. */
function DateOrderField({ order, onChange }: DateOrderFieldProps) {
  return (
    <Field
      label="Order of day and month"
      help={
        order === "unknown"
          ? "Dates such as 03/04/2024 are left out until you choose it."
          : "This is how dates such as 03/04/2024 are read."
      }
      className="max-w-2xl"
    >
      {(control) => (
        <Select
          {...control}
          name="dateOrder"
          value={order}
          onChange={({ target }) => onChange(target.value as DateOrder)}
        >
          {order === "unknown" ? <option value="unknown">Not known</option> : null}
          <option value="day_first">Day first: 31/12/2024</option>
          <option value="month_first">Month first: 12/31/2024</option>
        </Select>
      )}
    </Field>
  );
}

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
function BoardField({ label, boardId, isMissing, onChange }: BoardFieldProps) {
  const { data: boards = [] } = useQuery(wholeListQuery("/api/boards"));
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
            <Select
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
            </Select>
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

interface NewBoardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (boardId: number) => void;
}

/** Asks for a name and creates a board. All other settings of the board keep their defaults. */
function NewBoardDialog({ isOpen, onClose, onCreated }: NewBoardDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refuse = (message: string) => {
    setProblem(message);
    field.current?.focus();
  };
  const { mutate, isPending } = useMutation<number>({
    mutationFn: () => createTarget(client, { kind: "board", name: name.trim() }),
    onSuccess: (boardId) => {
      onCreated(boardId);
      onClose();
    },
    onError: ({ fieldErrors, serverMessage }) =>
      refuse(fieldErrors["name"]?.[0] ?? serverMessage ?? "Failed to create board"),
  });
  const submit = () => {
    if (isPending) return;
    if (name.trim() === "") refuse("Board name is required");
    else mutate();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Create New Board"
      description="It is public. You can make it private under Feedback Boards."
      isDirty={name !== ""}
      isPending={isPending}
      submitLabel="Create Board"
      pendingLabel="Creating..."
      onSubmit={submit}
    >
      <Field label="Board name" required error={problem}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={80}
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  );
}
