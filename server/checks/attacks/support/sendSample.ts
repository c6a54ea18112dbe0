import type { Endpoint } from "#contract/endpoint.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { SampleCall } from "./samples/sample.ts";
import { addressOf, readAddressOf } from "./sampleCalls.ts";

/** A sample call whose ids may be malformed. Its body may also be text, which is sent unchanged. */
type ChangedCall = Omit<SampleCall, "params" | "body"> & {
  params?: Record<string, number | string>;
  body?: object | string;
};

/** Sends a sample call within the process. An object is sent as JSON. */
export function sendSample(
  { app }: Pick<TestPortal, "app">,
  { method, path }: Pick<Endpoint, "method" | "path">,
  { host, cookie, params, body, headers }: ChangedCall,
) {
  const cookies = [cookie, headers?.["cookie"]].filter((pair) => pair !== undefined);
  return app.inject({
    method,
    url: method === "GET" ? readAddressOf(path, params) : addressOf(path, params),
    headers: { host, ...headers, ...(cookies.length > 0 && { cookie: cookies.join("; ") }) },
    ...(body !== undefined && { payload: body }),
  });
}
