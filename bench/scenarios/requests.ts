import type { BenchRequest, Subject } from "./scenario.ts";
import type { BenchUser } from "./createBenchFixtures.ts";

const cookie = (user: BenchUser | undefined): Record<string, string> =>
  user ? { cookie: `hearback_session=${user.token}` } : {};

/** Builds a GET request to the API, anonymous or by `user`. */
export function read(path: string, user?: BenchUser): BenchRequest {
  return { method: "GET", path, headers: cookie(user) };
}

/** Builds an anonymous GET request with a unique URL, so that the response is not cached. */
export function readUncached(path: string, { visit }: Subject): BenchRequest {
  return read(`${path}${path.includes("?") ? "&" : "?"}visit=${String(visit)}`);
}

/** Builds a page request with a browser's Accept-Encoding. */
export function page(path: string, user?: BenchUser): BenchRequest {
  return {
    method: "GET",
    path,
    headers: { "accept-encoding": "gzip, deflate, br, zstd", ...cookie(user) },
  };
}

/** Builds a POST request. */
export function write(path: string, user: BenchUser | undefined, body?: object): BenchRequest {
  const headers = cookie(user);
  if (!body) return { method: "POST", path, headers };
  return {
    method: "POST",
    path,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}
