/** One server-sent event as it goes over the line; with an id, a reconnecting page says that it knows everything up to here. */
export function eventBytes(name: string, data: unknown, id?: string): Buffer {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
}
