/**
 * Encodes one server-sent event. A reconnecting page sends the last id, as the position up to which
 * it knows everything.
 */
export function eventBytes(name: string, data: unknown, id?: string): Buffer {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
}
