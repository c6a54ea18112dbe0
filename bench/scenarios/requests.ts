import type { BenchRequest, Subject } from "./scenario.ts";
import type { BenchUser } from "./createBenchFixtures.ts";

const cookie = (user: BenchUser | undefined): Record<string, string> =>
  user ? { cookie: `hearback_session=${user.token}` } : {};

/** A GET request to the API, anonymous or by a user. */
export function read(path: string, user?: BenchUser): BenchRequest {
  return { method: "GET", path, headers: cookie(user) };
}

/** Like `read`, but at a unique address, so that the response is not cached. */
export function readUncached(path: string, { visit }: Subject): BenchRequest {
  return read(`${path}${path.includes("?") ? "&" : "?"}visit=${String(visit)}`);
}

/** A page request with a browser's Accept-Encoding. */
export function page(path: string, user?: BenchUser): BenchRequest {
  return {
    method: "GET",
    path,
    headers: { "accept-encoding": "gzip, deflate, br, zstd", ...cookie(user) },
  };
}

/** A POST request. */
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
