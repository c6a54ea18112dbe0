import type { DestinationStream, Logger } from "pino";
import { pino } from "pino";
import type { Config } from "./config.ts";

/**
 * Control and formatting characters that a terminal or a line reader can interpret and that JSON
 * does not escape.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Writes all lines of one event loop iteration at once. One write per line would cost as much as a
 * database statement.
 */
function batchPerIteration(destination: DestinationStream): DestinationStream {
  let lines = "";
  const flush = () => {
    const text = lines;
    lines = "";
    if (text !== "") destination.write(text);
  };
  process.on("exit", flush);
  return {
    write: (line) => {
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}

/**
 * Opens a logger that writes one line of JSON per entry, by default to standard output. Control
 * characters in logged values (paths, names, addresses) are escaped, so that an entry stays one
 * line and cannot send commands to a terminal.
 */
export function openLogger(
  level: Config["logLevel"],
  destination: DestinationStream = batchPerIteration(pino.destination(1)),
): Logger {
  return pino(
    {
      level,
      redact: ["req.headers.cookie", "req.headers.authorization"],
      hooks: {
        streamWrite: (line) =>
          line.replaceAll(
            UNSAFE,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
          ),
      },
    },
    destination,
  );
}
