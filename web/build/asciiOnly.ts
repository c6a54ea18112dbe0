import type { Plugin } from "vite";
import { parseAst } from "vite";

const NON_ASCII = /[^\0-\x7f]/;

/**
 * Writes the server's files in ASCII, with escapes for all else: for a single letter beyond it Node holds a file's text at two bytes a
 * character as long as the process lives, 3 MB for the server's.
 */
export function asciiOnly(): Plugin {
  return {
    name: "hearback:ascii-only",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    // Not earlier: strings are printed anew after a chunk is rendered.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !NON_ASCII.test(file.code)) continue;
        for (const [id, { code }] of Object.entries(file.modules)) refuseRawText(id, code ?? "");
        file.code = escapeNonAscii(file.code);
      }
    },
  };
}

/**
 * The same program in ASCII. UTF-16 units are escaped one by one, which strings, templates and patterns of either kind read as one character again.
 * @throws Error for a character behind a backslash, where an escape would mean something else
 */
export function escapeNonAscii(code: string): string {
  return code.replaceAll(
    /(\\*)([^\0-\x7f])/g,
    (found: string, backslashes: string, unit: string) => {
      if (backslashes.length % 2 === 1)
        throw new Error(`A backslash before what is not ASCII: ${found}`);
      return `${backslashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    },
  );
}

/** A tag may read what stands in the file, where an escape is no character. @throws Error where there is one with a text to escape */
export function refuseRawText(id: string, code: string): void {
  if (!NON_ASCII.test(code)) return;
  for (const { start, end } of taggedTemplates(parseAst(code))) {
    const template = code.slice(start, end);
    if (NON_ASCII.test(template))
      throw new Error(`Not ASCII, in a template with a tag, in ${id}: ${template}`);
  }
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function* taggedTemplates(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && value.type === "TaggedTemplateExpression") yield value as Node;
  for (const part of Object.values(value)) yield* taggedTemplates(part);
}
