import pg from "pg";
import type { PrecedingStatement, RowDescription, WireConnection } from "./namedQuery.ts";
import { NamedQuery } from "./namedQuery.ts";
import { isConnectionLost } from "./transaction.ts";

/** A statement and the functions that settle its promise. */
interface PendingStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement of a group. The group sends the Sync message. */
class GroupedQuery extends NamedQuery {
  override _getRows(connection: WireConnection): void {
    connection.execute({ portal: "", rows: 0 });
  }
}

/**
 * Statements that are sent together, with one Sync message and thus in one transaction. The results
 * arrive in the order of the statements. PostgreSQL skips the statements after a failed statement.
 */
class StatementGroup extends pg.Query {
  readonly #queries: readonly GroupedQuery[];
  #completed = 0;

  constructor(
    queries: readonly GroupedQuery[],
    done: (error: Error | null, completed: number) => void,
  ) {
    super("", undefined as never);
    this.#queries = queries;
    this.callback = (error) => done(error, this.#completed);
    this.#name();
  }

  /** The driver reads the name and the text of the statement that is being prepared. */
  #name(): void {
    const { name, text } = this.#current;
    Object.assign(this, { name, text });
  }

  get #current(): GroupedQuery {
    return this.#queries[Math.min(this.#completed, this.#queries.length - 1)] as GroupedQuery;
  }

  override prepare(connection: WireConnection): void {
    for (const query of this.#queries) {
      query._result._types = this._result._types;
      query.prepare(connection);
    }
    connection.sync();
  }

  override handleRowDescription(message: RowDescription): void {
    this.#current.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    const query = this.#current;
    query.handleCommandComplete(message, connection);
    if (!query.isComplete) return;
    this.#completed += 1;
    this.#name();
  }

  override handleReadyForQuery(connection: WireConnection): void {
    const isWhole = this.#completed === this.#queries.length;
    if (isWhole) this.#settleCompleted(connection);
    this.callback(isWhole ? null : new Error("A group of statements has ended early"));
  }

  override handleError(error: Error, connection: WireConnection): void {
    this.#settleCompleted(connection);
    // PostgreSQL has not prepared the skipped statements.
    for (const { name } of this.#queries) delete connection.submittedNamedStatements[name];
    this.callback(error);
  }

  #settleCompleted(connection: WireConnection): void {
    for (const query of this.#queries.slice(0, this.#completed))
      query.handleReadyForQuery(connection);
  }
}

/**
 * Sends statements that only read, in one round trip, and settles their promises. If a statement
 * fails, the statements after it are sent again without it. The results of the statements before it
 * are valid, although their transaction is rolled back.
 * @param preceding the statement that sets the company of the transaction
 * @throws the error of a lost connection
 */
export async function sendGroup(
  client: pg.PoolClient,
  statements: readonly PendingStatement[],
  preceding: PrecedingStatement,
): Promise<void> {
  let rest = statements;
  while (rest.length > 0) {
    const sent = rest;
    const queries = sent.map(
      ({ name, text, values, resolve, reject }) =>
        new GroupedQuery(name, text, values, (error, result) =>
          error ? reject(error) : resolve(result),
        ),
    );
    for (const first of queries.slice(0, 1)) first.preceding = [preceding];
    const { error, completed } = await new Promise<{ error: Error | null; completed: number }>(
      (resolve) => {
        client.query(
          new StatementGroup(queries, (failure, before) =>
            resolve({ error: failure, completed: before }),
          ),
        );
      },
    );
    if (!error) return;
    if (isConnectionLost(error)) throw error;
    sent[completed]?.reject(error);
    rest = sent.slice(completed + 1);
  }
}

/**
 * Returns a function that collects the statements of one turn of the event loop and then runs them
 * as a group.
 */
export function collectGroups(run: (group: readonly PendingStatement[]) => Promise<void>) {
  let waiting: PendingStatement[] = [];
  const runWaiting = () => {
    const group = waiting;
    waiting = [];
    run(group).catch((error: unknown) => {
      for (const { reject } of group) reject(error);
    });
  };
  return (name: string, text: string, values: unknown[]): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runWaiting);
      waiting.push({ name, text, values, resolve, reject });
    });
}
