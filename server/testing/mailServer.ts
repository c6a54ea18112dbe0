import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";

/** A mail server on a free port of this machine that takes every mail, or none. */
export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  /** As they came, headers and all. */
  mails: string[];
  /** While true every mail is refused for now. */
  isRefusing: boolean;
  close(): Promise<void>;
}

/** Answers one line of a conversation. */
function answerTo(line: string, isRefusing: boolean): string {
  if (/^(?:EHLO|HELO)/i.test(line)) return "250 at your service";
  if (/^MAIL/i.test(line) && isRefusing) return "451 try again later";
  if (/^DATA/i.test(line)) return "354 go on";
  return /^QUIT/i.test(line) ? "221 bye" : "250 ok";
}

/** Whoever starts it closes it. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let mail: string | null = null;
    let rest = "";
    socket.write("220 a test\r\n");
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (mail === null) {
          if (/^DATA/i.test(line)) mail = "";
          socket.write(`${answerTo(line, own.isRefusing)}\r\n`);
        } else if (line === ".") {
          own.mails.push(mail);
          mail = null;
          socket.write("250 taken\r\n");
        } else mail += `${line}\n`;
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own: MailServer = {
    url: `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    mails: [],
    isRefusing: false,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return own;
}
