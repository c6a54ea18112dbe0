import { NO_COLUMNS } from "#contract/importFields.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { importsApi } from "#contract/imports.ts";
import type { AcmeData } from "./acmeServer.ts";
import { boardsServer } from "./boardsServer.ts";
import { daysAgo } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";
import { exportsApi } from "#contract/exports.ts";
import { Refusal } from "./ScriptedServer.ts";

/** Creates an import of a CSV file with three columns. Its check has not started. */
export function anImport(changes: Partial<ImportRun> = {}): ImportRun {
  return {
    id: 7,
    source: "csv",
    fileName: "ideas.csv",
    state: "uploaded",
    columns: [
      { name: "Summary", samples: ["Dark mode", "Export to PDF"] },
      { name: "Area", samples: ["Mobile", "Web"] },
      { name: "Internal note", samples: [] },
    ],
    table: { encoding: "utf-8", delimiter: "," },
    mapping: { columns: { ...NO_COLUMNS, title: 0 }, boardId: null },
    names: [],
    progress: null,
    counts: [],
    people: null,
    examples: [],
    skipped: [],
    problem: null,
    createdAt: daysAgo(0),
    finishedAt: null,
    undoableUntil: null,
    ...changes,
  };
}

/**
 * The data of a host whose `imports` are listed newest first. Tests change the imports to simulate
 * the server's work.
 */
export interface ImportsData extends AcmeData {
  imports: ImportRun[];
}

/**
 * Creates a scripted host of Acme whose imports can be uploaded, matched, started and undone. The
 * server does no work on an import by itself. Tests simulate the work by changing the import.
 */
export function importsServer(data: ImportsData): ScriptedServer {
  const change = (id: number, changes: Partial<ImportRun>): ImportRun => {
    const run = data.imports.find((other) => other.id === id);
    if (!run) throw new Refusal(404, "Import not found");
    return Object.assign(run, changes);
  };
  const start = (id: number, state: ImportRun["state"]) =>
    change(id, { state, progress: { done: 0, total: 200 } });
  return boardsServer(data)
    .respond(exportsApi.list, [])
    .respond(importsApi.list, () => data.imports)
    .respond(importsApi.get, ({ params }) => change(params.id, {}))
    .respond(importsApi.create, ({ body: { filename } }) => {
      const run = anImport({ fileName: filename });
      data.imports.unshift(run);
      return run;
    })
    .respond(importsApi.update, ({ params, body }) => {
      const { columns, boardId, names = [], encoding, delimiter } = body;
      const run = change(params.id, {
        state: "uploaded",
        counts: [],
        people: null,
        examples: [],
        skipped: [],
      });
      for (const { kind, name, target } of names) {
        const found = run.names.find((other) => other.kind === kind && other.name === name);
        if (found) Object.assign(found, { target, match: "chosen" });
      }
      if (run.table)
        Object.assign(run.table, {
          ...(encoding && { encoding }),
          ...(delimiter && { delimiter }),
        });
      Object.assign(run.mapping, { ...(columns && { columns }), ...(boardId && { boardId }) });
      return run;
    })
    .respond(importsApi.discard, ({ params }) => {
      data.imports = data.imports.filter(({ id }) => id !== params.id);
    })
    .respond(importsApi.dryRun, ({ params }) => start(params.id, "checking"))
    .respond(importsApi.run, ({ params }) => start(params.id, "running"))
    .respond(importsApi.undo, ({ params }) => start(params.id, "undoing"));
}
