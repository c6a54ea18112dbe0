import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { onResponseEnd } from "./onResponseEnd.ts";

/**
 * Creates a connection whose responses emit `close` only when a test emits the event. On Node 20,
 * not every response emits `close` when its connection breaks off.
 */
function connection(responses: number) {
  const socket = Object.assign(new EventEmitter(), { closed: false });
  const request = { socket } as unknown as IncomingMessage;
  const ended: number[] = [];
  const begin = (n: number) => {
    const response = new EventEmitter();
    const exchange = { request, response: response as unknown as ServerResponse };
    onResponseEnd(exchange, () => ended.push(n));
    return response;
  };
  return { socket, ended, begin, all: Array.from({ length: responses }, (_, n) => begin(n)) };
}

test("the end of each response is reported once when its connection breaks off", () => {
  const { socket, ended, all } = connection(300);
  all[0]?.emit("close");
  expect(ended).toEqual([0]);
  socket.emit("close");
  all[1]?.emit("close");
  expect(ended).toEqual([...all.keys()]);
});

test("a connection has one `close` listener, however many responses it has", () => {
  expect(connection(300).socket.listenerCount("close")).toBe(1);
});

test("if a response begins after its connection was closed, the response's end is reported at once", () => {
  const { socket, ended, begin } = connection(0);
  socket.emit("close");
  socket.closed = true;
  begin(0);
  expect(ended).toEqual([0]);
});
