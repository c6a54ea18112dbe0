/** Types of the parts of autocannon that the benchmark uses. The package includes no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  namespace autocannon {
    interface Request {
      method?: string;
      path?: string;
      headers?: Record<string, string>;
      body?: string;
      setupRequest?: (request: Request) => Request;
    }
    interface Options {
      url: string;
      connections: number;
      /** Duration in seconds. */
      duration: number;
      /** Number of requests, which replaces the duration. */
      amount?: number;
      /** Milliseconds between samples. */
      sampleInt?: number;
      requests: Request[];
    }
    interface Result {
      /** Duration in seconds. */
      duration: number;
      /** Number of connection errors, including timeouts. */
      errors: number;
      timeouts: number;
    }
    interface Instance extends EventEmitter, PromiseLike<Result> {
      on(
        event: "response",
        listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
      ): this;
    }
  }
  function autocannon(options: autocannon.Options): autocannon.Instance;
  export = autocannon;
}
