import pg from "pg";

const { builtins } = pg.types;

/**
 * A timestamp as PostgreSQL sends it to a connection in UTC: up to six fraction digits, without
 * trailing zeros.
 */
const UTC_TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/**
 * Converts a timestamp to ISO 8601. `Date` is used only for unusual timestamps, because it takes
 * five times as long. A list page has twenty timestamps.
 * @throws RangeError for an invalid timestamp
 */
function toIsoTimestamp(value: string): string {
  const parts = UTC_TIMESTAMP.exec(value);
  if (!parts) return new Date(value).toISOString();
  const [, date = "", time = "", fraction = ""] = parts;
  return `${date}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

/**
 * Type parsers of the driver. bigint becomes a number, because every id is below 2^53. timestamptz
 * becomes ISO 8601 text in UTC with milliseconds, as in the contract.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === builtins.INT8) return Number;
    if (oid === builtins.TIMESTAMPTZ) return toIsoTimestamp;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig["getTypeParser"],
};
