import { createServer } from "node:http";
import type { CapturedResponse } from "./captureResponse.ts";

// A separate program that answers every request with the same response, using only node:http.

process.once("disconnect", () => process.exit());
process.once("message", ({ status, headers, body }: CapturedResponse) => {
  const head = [...headers, "content-length", String(body.length)];
  const server = createServer((request, answer) => {
    request.resume();
    answer.writeHead(status, head);
    answer.end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : undefined);
  });
});
