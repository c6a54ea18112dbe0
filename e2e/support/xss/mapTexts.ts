/** Applies a function to every string value in an object. The keys stay the same. */
export function mapTexts<Texts extends object>(
  texts: Texts,
  change: (text: string) => string,
): Texts {
  return JSON.parse(JSON.stringify(texts), (_, value: unknown) =>
    typeof value === "string" ? change(value) : value,
  ) as Texts;
}
