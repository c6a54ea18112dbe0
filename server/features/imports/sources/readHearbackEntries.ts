import { malformed, rowsOf } from "./hearbackRows.ts";
import type { SourceRecord } from "./importRecord.ts";
import type { ZipTexts } from "./readZip.ts";
import type { TextPictures } from "./textPictures.ts";

export const ENTRIES = "data/changelog-entries.jsonl";

/** Reads the changelog entries of an export. */
export async function* readHearbackEntries(
  zip: ZipTexts,
  pictures: TextPictures,
): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, ENTRIES)) {
    if (!value) {
      yield malformed(place, "changelog_entry");
      continue;
    }
    const { id: _, itemIds, bodyFormat, body, cover, ...entry } = value;
    yield {
      ...place,
      ...entry,
      kind: "changelog_entry",
      body: pictures.inText(body, bodyFormat),
      cover: cover && { ...cover, url: pictures.inText(cover.url, "markdown") },
      isMarkdown: bodyFormat === "markdown",
      items: itemIds.map(String),
    };
  }
}
