import { UnreadableFile } from "./source.ts";

/** The maximum length of a line in characters. */
const MAX_LINE = 1024 * 1024;

/**
 * Reads the records of a JSON Lines text while the text arrives.
 * @throws UnreadableFile
 */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  fileName: string,
): AsyncGenerator<{ value: unknown; line: number }> {
  let rest = "";
  let line = 0;
  const parse = (json: string) => {
    line += 1;
    if (json.length > MAX_LINE)
      throw new UnreadableFile(`${fileName}: line ${String(line)} is too long`);
    try {
      return { value: JSON.parse(json) as unknown, line };
    } catch {
      throw new UnreadableFile(`${fileName}: line ${String(line)} is not valid JSON`);
    }
  };
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const json of lines) yield parse(json);
    if (rest.length > MAX_LINE) parse(rest);
  }
  if (rest !== "") yield parse(rest);
}
