import { request } from "node:http";
import type { BenchRequest } from "../scenarios/scenario.ts";

/** A response as received, not decompressed. */
export interface CapturedResponse {
  status: number;
  /** Alternating names and values, without the headers that Node sets for every response. */
  headers: string[];
  body: Uint8Array;
}

const MADE_BY_SERVERS = new Set([
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
]);

/** Sends one request and returns the response without decompressing it. */
export function captureResponse(
  port: number,
  {
    method,
    path,
    headers,
    body,
  }: Omit<BenchRequest, "body"> & { body?: Uint8Array | string | undefined },
): Promise<CapturedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () => {
        const { rawHeaders, statusCode = 0 } = answer;
        const isIncluded = (n: number) =>
          !MADE_BY_SERVERS.has((rawHeaders[n - (n % 2)] ?? "").toLowerCase());
        resolve({
          status: statusCode,
          headers: rawHeaders.filter((_, n) => isIncluded(n)),
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
