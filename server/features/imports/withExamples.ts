import type { ImportExample } from "#contract/importRun.ts";

/** The maximum number of new records, and of changed records, that the report shows as examples. */
const EXAMPLES_OF_FATE = 5;

/** Returns the examples that the dry run has found so far, together with those of the records. */
export function withExamples(
  examples: readonly ImportExample[],
  records: readonly ImportExample[],
): ImportExample[] {
  return (["new", "changed"] as const).flatMap((wanted) =>
    [...examples, ...records]
      .filter(({ fate }) => fate === wanted)
      .slice(0, EXAMPLES_OF_FATE)
      .map(exampleOf),
  );
}

/** Returns the part of a record that the report shows. */
export const exampleOf = ({
  kind,
  file,
  line,
  fate,
  title,
  reason,
}: ImportExample): ImportExample => ({ kind, file, line, fate, title, reason });
