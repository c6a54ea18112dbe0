/** The same texts, each changed in the same way; their keys stay. */
export function mapTexts<Texts extends object>(
  texts: Texts,
  change: (text: string) => string,
): Texts {
  return JSON.parse(JSON.stringify(texts), (_, value: unknown) =>
    typeof value === "string" ? change(value) : value,
  ) as Texts;
}
