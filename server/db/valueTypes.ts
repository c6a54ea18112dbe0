import pg from "pg";

const { builtins } = pg.types;

/**
 * How values leave the driver: bigint as number (every id stays below 2^53), timestamptz as ISO 8601 text in UTC, which
 * is what the contract carries.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === builtins.INT8) return Number;
    if (oid === builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig["getTypeParser"],
};
