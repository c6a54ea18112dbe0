import type { ImportDelimiter, ImportEncoding } from "#contract/importFormats.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Field } from "#web/ui/Field.tsx";
import { CircleAlert } from "#web/ui/icons.ts";
import { Select } from "#web/ui/Select.tsx";
import type { Mapping } from "./useMapping.ts";

const ENCODINGS: Readonly<Record<ImportEncoding, string>> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16, little-endian)",
  "utf-16be": "Unicode (UTF-16, big-endian)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1252": "Western (Windows-1252, ISO-8859-1)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254, ISO-8859-9)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  "windows-1257": "Baltic (Windows-1257)",
  "windows-1258": "Vietnamese (Windows-1258)",
  "windows-874": "Thai (Windows-874)",
  "iso-8859-2": "Central European (ISO-8859-2)",
  "iso-8859-5": "Cyrillic (ISO-8859-5)",
  "iso-8859-7": "Greek (ISO-8859-7)",
  "iso-8859-15": "Western (ISO-8859-15)",
  "koi8-r": "Russian (KOI8-R)",
  "koi8-u": "Ukrainian (KOI8-U)",
  macintosh: "Western (Macintosh)",
  shift_jis: "Japanese (Shift-JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  gb18030: "Chinese, simplified (GBK, GB18030)",
  big5: "Chinese, traditional (Big5)",
  "euc-kr": "Korean (EUC-KR)",
};

const DELIMITERS: Readonly<Record<ImportDelimiter, string>> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};

type Table = NonNullable<ImportRun["table"]>;

interface TableFormatProps {
  run: ImportRun;
  mapping: Mapping;
}

/**
 * Two selects for the encoding and the separator of a CSV file. A choice is saved at once, so that
 * the samples of the columns follow it. Renders nothing for other files.
 */
export function TableFormat({ run, mapping }: TableFormatProps) {
  const { choose, table, isPending, isSuccess, errors } = useTableFormat(run, mapping);
  if (!table) return null;
  return (
    <div className="flex flex-col gap-2">
      {run.problem === null ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {`${run.problem}. Choose another encoding or separator.`}
          </span>
        </p>
      )}
      <div className="grid max-w-2xl gap-x-4 gap-y-6 sm:grid-cols-2">
        <FormatSelect
          label="Encoding"
          help="If letters look wrong below, choose another one."
          error={errors["encoding"]?.[0]}
          value={table.encoding}
          options={ENCODINGS}
          onChange={(encoding) => choose({ encoding })}
        />
        <FormatSelect
          label="Separator"
          help="If the columns are wrong, choose another one."
          error={errors["delimiter"]?.[0]}
          value={table.delimiter}
          options={DELIMITERS}
          onChange={(delimiter) => choose({ delimiter })}
        />
      </div>
      <p role="status" className="sr-only">
        {isPending ? "Reading the first rows" : isSuccess ? firstRowOf(run) : ""}
      </p>
    </div>
  );
}

function useTableFormat(run: ImportRun, { changes }: Mapping) {
  const { mutate, isPending, isSuccess, variables, error } = useApiMutation(
    "PATCH /api/imports/:id",
    {
      changes: "imports",
      // Each key that is pressed in a select chooses an option, and the last one must win.
      scope: "import format",
      errorFallback: "Failed to read the file in this way",
      isShown: ({ fieldErrors }) => "encoding" in fieldErrors || "delimiter" in fieldErrors,
    },
  );
  const choose = (choice: Partial<Table>) => {
    // Another separator gives other columns, to which unsaved choices of columns do not belong.
    const { columns, ...others } = changes ?? {};
    const kept = columns && choice.delimiter === undefined ? { columns } : {};
    mutate({ params: { id: run.id }, body: { ...others, ...kept, ...choice } });
  };
  const { encoding, delimiter } = (isPending && variables.body) || {};
  const chosen = { ...(encoding && { encoding }), ...(delimiter && { delimiter }) };
  return {
    choose,
    /** The format with the choice that is being saved; undefined if the file is no table. */
    table: run.table && { ...run.table, ...chosen },
    isPending,
    isSuccess,
    errors: (isPending ? undefined : error?.fieldErrors) ?? {},
  };
}

interface FormatSelectProps<Value extends string> {
  label: string;
  help: string;
  error: string | undefined;
  value: Value;
  /** The labels of the values. */
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

function FormatSelect<Value extends string>({
  label,
  help,
  error,
  value: shown,
  options,
  onChange,
}: FormatSelectProps<Value>) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Select
          {...control}
          value={shown}
          onChange={({ target }) => onChange(target.value as Value)}
        >
          {Object.entries<string>(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Describes the columns and the first row, by which a user hears whether the choice is right. */
function firstRowOf({ columns }: ImportRun): string {
  const cells = columns.map(({ name, samples: [first = ""] }) => `${name}: ${first}`);
  return `The first row is now ${cells.join(", ")}`;
}
