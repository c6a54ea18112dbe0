/** A part of a statement: texts, and between them values or other parts. */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** Returns the text, and the values of `$1`, `$2` and so on. */
  compile(): { text: string; parameters: unknown[] } {
    const parameters: unknown[] = [];
    const write = ({ texts, values }: Sql): string =>
      texts.reduce((text, next, index) => {
        const value = values[index - 1];
        return text + (value instanceof Sql ? write(value) : `$${parameters.push(value)}`) + next;
      });
    return { text: write(this), parameters };
  }
}

/** Builds SQL. An interpolated `Sql` becomes part of the text, any other value a parameter. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Sql(texts, values);
}

/** SQL from a text of the program. Never use it for input. */
sql.raw = (text: string) => new Sql([text], []);

/** A constant that is written into the text, so that PostgreSQL plans with it. */
sql.lit = (value: string | number) =>
  sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

/** The name of a table or column in the contract's spelling, such as `createdAt` or `f.createdAt`. */
sql.ref = (name: string) =>
  sql.raw(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/\w+/g, '"$&"'));

sql.join = (parts: readonly unknown[], separator = sql`, `) =>
  new Sql(
    ["", ...parts.map(() => "")],
    parts.map((part, index) => (index === 0 ? sql`${part}` : sql`${separator}${part}`)),
  );

/**
 * The part of a select list that lets the transaction commit without waiting for the disk. If
 * PostgreSQL crashes within a second, the commit can be lost, though never in part. For work that is
 * then done again. The next commit that waits for the disk also makes this one durable.
 */
export const commitsLater = sql`set_config('synchronous_commit', 'off', true) as commits`;
