/**
 * Encodes one server-sent event. A reconnecting page sends the id of its last event, which is the
 * position up to which it has received all changes.
 */
export function eventBytes(name: string, data: unknown, id?: string): Buffer {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
}
