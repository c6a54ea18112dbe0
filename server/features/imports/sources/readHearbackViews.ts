import type { ValueOf } from "./hearbackRows.ts";
import { malformed, rowsOf } from "./hearbackRows.ts";
import type { ImportPerson, SourceRecord, ViewRecord } from "./importRecord.ts";
import type { CompanyParts } from "./readHearbackCompany.ts";
import type { ZipTexts } from "./readZip.ts";
import { RecordProblem } from "./recordChecks.ts";

export const VIEWS = "data/saved-views.jsonl";

interface Names extends Pick<CompanyParts, "boards" | "topics"> {
  people: ReadonlyMap<number, ImportPerson>;
}

/** Reads the saved views of an export, with names instead of ids. */
export async function* readHearbackViews(
  zip: ZipTexts,
  names: Names,
): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, VIEWS)) {
    if (!value) {
      yield malformed(place, "view");
      continue;
    }
    try {
      yield { ...place, ...viewOf(value, names) };
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      const { message: problem } = error;
      yield { ...place, kind: "unreadable", of: "view", title: value.name, problem };
    }
  }
}

/** @throws RecordProblem if the export does not contain the board, topic or assignee of a filter */
function viewOf(
  { name, filters, createdAt }: ValueOf<typeof VIEWS>,
  { boards, topics, people }: Names,
): ViewRecord {
  const { boardId, boardCategoryId, assigneeId, ...others } = filters;
  const isPerson = typeof assigneeId === "number";
  return {
    kind: "view",
    name,
    filters: isPerson || assigneeId === undefined ? others : { ...others, assigneeId },
    board: nameIn(boards, boardId, "board")?.name ?? null,
    topic: nameIn(topics, boardCategoryId, "topic"),
    assignee: isPerson ? (nameIn(people, assigneeId, "assignee")?.address ?? null) : null,
    createdAt,
  };
}

function nameIn<T>(found: ReadonlyMap<number, T>, id: number | undefined, what: string): T | null {
  if (id === undefined) return null;
  const named = found.get(id);
  if (named === undefined) throw new RecordProblem(`The ${what} is not in the export`);
  return named;
}
