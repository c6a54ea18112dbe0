import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { isPublicAddress } from "./isPublicAddress.ts";
import { resolveName } from "./resolveName.ts";

interface OutgoingMessage {
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** Limits and content of an outgoing request. */
export interface FetchPolicy {
  /** Allowed ports besides the scheme's default port. */
  ports: readonly number[];
  mayReach: (address: string) => boolean;
  /** Returns all IP addresses of a name, within a time limit in milliseconds. */
  resolve: (hostname: string, timeoutMs: number) => Promise<string[]>;
  /** Time limit of the whole exchange in milliseconds, including the name lookup. */
  milliseconds: number;
  /** Maximum size of the response body in bytes. */
  bytes: number;
  /**
   * Whether a response is read only up to the maximum size, and a compressed one not at all. By
   * default, such responses are refused.
   */
  isCut: boolean;
  /** What is sent; null for a GET request without headers of its own. */
  message: OutgoingMessage | null;
}

const PUBLIC_INTERNET: FetchPolicy = {
  ports: [],
  mayReach: isPublicAddress,
  resolve: (hostname, timeoutMs) => resolveName(hostname, { servers: undefined, timeoutMs }),
  milliseconds: 5_000,
  bytes: 64 * 1024,
  isCut: false,
  message: null,
};

export interface FetchedReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Thrown if a URL was not fetched completely. The message contains no resolved IP address. */
export class FetchRefusedError extends Error {
  override name = "FetchRefusedError";
}

/**
 * Sends a request to a URL that another party has possibly chosen. Only this function
 * sends HTTP requests from this server (docs/decisions/0011-guarded-fetch.md). All IP addresses of
 * the name must be public, and the connection goes to the address that was checked. Redirects are
 * not followed, compressed responses are not read, and no cookie or password is sent.
 * @throws FetchRefusedError if the address is not allowed, a limit is exceeded or the server does
 * not respond
 */
export async function guardedFetch(
  address: string,
  changes: Partial<FetchPolicy> = {},
): Promise<FetchedReply> {
  const policy = { ...PUBLIC_INTERNET, ...changes };
  const url = permittedUrl(address, policy);
  let sent: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new FetchRefusedError("The request takes too long"));
    timer = setTimeout(refuse, policy.milliseconds);
  });
  try {
    const target = await Promise.race([permittedAddress(url, policy), tooLate]);
    const reply = new Promise<IncomingMessage>((resolve, reject) => {
      sent = send(url, target, policy.message).on("response", resolve).on("error", reject);
    });
    return await Promise.race([reply.then((response) => readAll(response, policy)), tooLate]);
  } catch (error) {
    throw error instanceof FetchRefusedError
      ? error
      : new FetchRefusedError("The server does not respond", { cause: error });
  } finally {
    clearTimeout(timer);
    sent?.destroy();
  }
}

function permittedUrl(address: string, { ports }: FetchPolicy): URL {
  if (!URL.canParse(address)) throw new FetchRefusedError("This is not a URL");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FetchRefusedError("Only http and https are fetched");
  if (url.username !== "" || url.password !== "")
    throw new FetchRefusedError("A URL with a password is not fetched");
  if (url.port !== "" && !ports.includes(Number(url.port)))
    throw new FetchRefusedError("This port is not allowed");
  return url;
}

/**
 * Returns the IP address to connect to. If any of several addresses is not allowed, the URL is
 * refused, because a name with public and private addresses possibly belongs to an attacker.
 */
async function permittedAddress(
  { hostname }: URL,
  { resolve, mayReach, milliseconds }: FetchPolicy,
): Promise<string> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(literal) === 0 ? await resolve(hostname, milliseconds) : [literal];
  const [first] = addresses;
  if (first === undefined || !addresses.every(mayReach))
    throw new FetchRefusedError("This host is not allowed");
  return first;
}

function send(url: URL, address: string, message: FetchPolicy["message"]): ClientRequest {
  const family = isIP(address);
  // The connection uses the checked IP address, because a second lookup could return another
  // address (DNS rebinding).
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = {
    "user-agent": "Hearback",
    "accept-encoding": "identity",
    connection: "close",
    ...message?.headers,
    ...(message &&
      message.method !== "GET" && { "content-length": Buffer.byteLength(message.body) }),
  };
  const method = message?.method ?? "GET";
  const options = { method, lookup: pinned, agent: false, headers, maxHeaderSize: 16 * 1024 };
  return request(url, options).end(message?.body);
}

async function readAll(
  response: IncomingMessage,
  { bytes: limit, isCut }: Pick<FetchPolicy, "bytes" | "isCut">,
): Promise<FetchedReply> {
  const { headers, statusCode = 0 } = response;
  const isCompressed = (headers["content-encoding"] ?? "identity") !== "identity";
  if (isCut)
    return {
      status: statusCode,
      headers,
      body: await readStart(response, isCompressed ? 0 : limit),
    };
  if (isCompressed) throw new FetchRefusedError("A compressed response is not read");
  const chunks: Buffer[] = [];
  let size = Number(headers["content-length"] ?? 0);
  if (size > limit) throw new FetchRefusedError("The response is too long");
  size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new FetchRefusedError("The response is too long");
    chunks.push(chunk);
  }
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}

/** Reads the beginning of a response, also of one that ends too early. */
async function readStart(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = limit;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) break;
    }
  } catch {
    // The status was received, which is what callers with `isCut` need.
  }
  return Buffer.concat(chunks);
}

/**
 * Refuses a URL that `guardedFetch` would refuse. A name that cannot be looked up now is admitted,
 * because it possibly can be later.
 * @throws FetchRefusedError with the reason
 */
export async function refuseForbiddenAddress(
  address: string,
  changes: Partial<FetchPolicy> = {},
): Promise<void> {
  const policy = { ...PUBLIC_INTERNET, ...changes };
  const url = permittedUrl(address, policy);
  const timeout = AbortSignal.timeout(policy.milliseconds);
  const tooLate = new Promise<undefined>((resolve) => {
    timeout.addEventListener("abort", () => resolve(undefined));
  });
  await Promise.race([permittedAddress(url, policy), tooLate]).catch((error: unknown) => {
    if (error instanceof FetchRefusedError) throw error;
  });
}
