/**
 * Returns the keys of the team's answer to an item, of which a file contains only the last one. The
 * answer's date distinguishes it from earlier answers. Earlier versions of the portal used only
 * `itemKey`.
 */
export function answerKeys(
  itemKey: string,
  at: string | null,
): { key: string; formerKey?: string } {
  return at === null ? { key: itemKey } : { key: `${itemKey}:${at}`, formerKey: itemKey };
}
