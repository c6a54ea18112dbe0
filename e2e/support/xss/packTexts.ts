/**
 * Puts texts together into as few as hold them, each of at most so many characters, in their order and beginning with the
 * one at `offset`. What is too long by itself is left out.
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
