import type { DestinationStream, Logger } from "pino";
import { pino } from "pino";
import type { Config } from "./config.ts";

/** What a terminal or a reader of lines may take for a command or an end of line, and JSON leaves as it is. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Hands over once a turn of the event loop what was said in it: a write of its own for each line costs as much as a statement. */
function onceATurn(destination: DestinationStream): DestinationStream {
  let lines = "";
  const flush = () => {
    const said = lines;
    lines = "";
    if (said !== "") destination.write(said);
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
 * One line of JSON an entry, on standard output if nothing else is given. Whatever others have written into it (paths, names, addresses),
 * an entry stays one line that does nothing to the terminal it is shown in.
 */
export function openLogger(
  level: Config["logLevel"],
  destination: DestinationStream = onceATurn(pino.destination(1)),
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
