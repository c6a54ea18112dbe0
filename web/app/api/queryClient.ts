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
 * A client with the defaults of SPEC section 7 (never stale, no retry, no refetch on focus or interval) whose queries
 * go through `call`.
 */
export function createQueryClient(call: Call): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // A failure rendered by the server is shown as it is; 'Try again' and a new visit fetch anew.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Offline is an error with a message, not an endless skeleton.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  setCall(client, call);
  return client;
}

/** Binds the way in which a client's queries and mutations reach the server. */
export function setCall(client: QueryClient, call: Call): void {
  calls.set(client, call);
}

/** The call bound to a client. */
export function callOf(client: QueryClient): Call {
  const call = calls.get(client);
  if (!call) throw new Error("This QueryClient has no call; make it with createQueryClient");
  return call;
}
