import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** For each connection, the functions to call when its responses in progress end. */
const inProgress = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls a function once, when the response has been sent or its connection is closed. The
 * connection is watched as well, because Node 20 and early versions of Node 24 emit `close` on only
 * one of the responses when a connection with several requests in progress breaks off.
 */
export function onResponseEnd(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  end: () => void,
): void {
  const { socket } = request;
  const ends = inProgress.get(socket) ?? watch(socket);
  const endOnce = () => {
    if (ends.delete(endOnce)) end();
  };
  ends.add(endOnce);
  response.once("close", endOnce);
  // The connection has already emitted its `close` event, so no listener would be called.
  if (socket.closed) endOnce();
}

/** Adds one listener to a connection, however many requests the connection carries. */
function watch(socket: Socket): Set<() => void> {
  const ends = new Set<() => void>();
  inProgress.set(socket, ends);
  socket.once("close", () => {
    for (const end of ends) end();
  });
  return ends;
}
