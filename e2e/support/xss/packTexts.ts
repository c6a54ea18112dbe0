/**
 * Joins texts with line breaks into few packs of at most `longest` characters. Starts with the text
 * at `offset` and preserves the order. Omits texts that are longer than a pack.
 */
export function packTexts(texts: readonly string[], longest: number, offset = 0): string[] {
  const begin = offset % texts.length;
  const packs: string[] = [];
  let pack = "";
  for (const text of [...texts.slice(begin), ...texts.slice(0, begin)]) {
    if (text.length > longest) continue;
    const longer = pack === "" ? text : `${pack}\n${text}`;
    if (longer.length > longest) {
      packs.push(pack);
      pack = text;
    } else pack = longer;
  }
  return pack === "" ? packs : [...packs, pack];
}
