import type { ChangelogEntry } from "#contract/changelog.ts";
import { pictureAttributes } from "#contract/pictureAddress.ts";

interface EntryCoverProps {
  entry: Pick<ChangelogEntry, "coverUrl" | "coverAlt">;
  /** Whether the cover is loaded when it comes into view. */
  isLazy?: boolean;
}

/** The picture at the top of an entry, if it has one. */
export function EntryCover({ entry: { coverUrl, coverAlt }, isLazy = false }: EntryCoverProps) {
  const attributes = pictureAttributes(coverUrl ?? "");
  if (!attributes) return null;
  return (
    <div className="mt-4 max-w-prose text-base">
      {/* `loading` stands first, because browsers load what has an address. */}
      <img
        loading={isLazy ? "lazy" : undefined}
        {...attributes}
        alt={coverAlt ?? ""}
        className="h-auto max-w-full rounded-lg"
      />
    </div>
  );
}
