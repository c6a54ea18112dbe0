import { QueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import type { Call } from "./call.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

const calls = new WeakMap<QueryClient, Call>();

/**
 * A client whose queries go through `call`, with the defaults of docs/specification.md "7. Calls":
 * never stale, no retry, no refetch on focus or interval.
 */
export function createQueryClient(call: Call): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // The browser shows a failure of the server's render as it is. 'Try again' and a later
        // mount refetch.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Offline, a call fails with a message instead of waiting for the network.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  setCall(client, call);
  return client;
}

/** Sets the call of a client's queries and mutations. */
export function setCall(client: QueryClient, call: Call): void {
  calls.set(client, call);
}

/** The call of a client. */
export function callOf(client: QueryClient): Call {
  const call = calls.get(client);
  if (!call) throw new Error("This QueryClient has no call; make it with createQueryClient");
  return call;
}
