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
 * Creates a client whose queries use `call`. The defaults follow docs/specification.md "7. Calls":
 * data never becomes stale, failed queries are not retried, and nothing is refetched on focus or at
 * intervals.
 */
export function createQueryClient(call: Call): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // If a query failed on the server, the browser shows the error instead of repeating the
        // call. 'Try again' and the preload of a later navigation fetch the data again.
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

/** Sets the function with which the queries and mutations of a client call endpoints. */
export function setCall(client: QueryClient, call: Call): void {
  calls.set(client, call);
}

/** Returns the function that `setCall` has set for the client. */
export function callOf(client: QueryClient): Call {
  const call = calls.get(client);
  if (!call) throw new Error("This QueryClient has no call; make it with createQueryClient");
  return call;
}
