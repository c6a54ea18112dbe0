import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { onResponseEnd } from "./onResponseEnd.ts";

/** A connection with responses that emit `close` only when a test says so, as on Node 20. */
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

test("all responses of a connection that breaks off end, each once", () => {
  const { socket, ended, all } = connection(300);
  all[0]?.emit("close");
  expect(ended).toEqual([0]);
  socket.emit("close");
  all[1]?.emit("close");
  expect(ended).toEqual([...all.keys()]);
});

test("a connection has one listener, however many responses it has", () => {
  expect(connection(300).socket.listenerCount("close")).toBe(1);
});

test("a response that begins after its connection was closed ends at once", () => {
  const { socket, ended, begin } = connection(0);
  socket.emit("close");
  socket.closed = true;
  begin(0);
  expect(ended).toEqual([0]);
});
