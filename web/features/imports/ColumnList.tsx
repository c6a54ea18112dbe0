import { useId } from "react";
import type { ImportField } from "#contract/importFields.ts";
import { IMPORT_COLUMNS, IMPORT_FIELDS } from "#contract/importFields.ts";
import type { ImportFieldColumns, ImportRun } from "#contract/imports.ts";
import { CircleAlert } from "#web/ui/icons.ts";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";

interface ColumnListProps {
  columns: ImportRun["columns"];
  /** The index of the column that each field is read from; null if the field has no column. */
  fields: ImportFieldColumns;
  isTitleMissing: boolean;
  onChange: (column: number, field: ImportField | null) => void;
}

/** Lists the columns of a CSV file with samples. A select assigns a field to each column. */
export function ColumnList({ columns, fields, isTitleMissing, onChange }: ColumnListProps) {
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
            <NativeSelect
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
            </NativeSelect>
          </li>
        ))}
      </ul>
    </section>
  );
}
