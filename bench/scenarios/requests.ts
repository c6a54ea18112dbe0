import type { BenchRequest, Subject } from "./scenario.ts";
import type { BenchUser } from "./createBenchFixtures.ts";

const cookie = (user: BenchUser | undefined): Record<string, string> =>
  user ? { cookie: `hearback_session=${user.token}` } : {};

/** A call of the API that reads, by a signed-in user or anonymously. */
export function read(path: string, user?: BenchUser): BenchRequest {
  return { method: "GET", path, headers: cookie(user) };
}

/** The same, where nothing is kept of the answer. */
export function readAnew(path: string, { visit }: Subject): BenchRequest {
  return read(`${path}${path.includes("?") ? "&" : "?"}visit=${String(visit)}`);
}

/** A page, compressed as browsers ask for it. */
export function page(path: string, user?: BenchUser): BenchRequest {
  return {
    method: "GET",
    path,
    headers: { "accept-encoding": "gzip, deflate, br, zstd", ...cookie(user) },
  };
}

/** A call that writes. */
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
