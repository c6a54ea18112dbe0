import type { ChangelogLabel } from "#contract/changelog.ts";

/** A label of a changelog entry: a dot in its colour, and its name. */
export function EntryLabel({ label: { name, color } }: { label: ChangelogLabel }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span
        aria-hidden="true"
        className="size-2 shrink-0 rounded-full"
        style={{ backgroundColor: color }}
      />
      <bdi className="wrap-anywhere">{name}</bdi>
    </span>
  );
}
