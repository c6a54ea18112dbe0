import * as z from "zod/mini";

/**
 * How a text is read: `markdown`, or `plain` for a text in which nothing is Markdown, such as a text
 * from before Markdown was supported (docs/product-decisions.md "Rich text and pictures").
 */
export const TextFormat = z.enum(["plain", "markdown"]);
export type TextFormat = z.output<typeof TextFormat>;
