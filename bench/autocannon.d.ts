/** Types of the parts of autocannon that are used here. The package has none. */
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
      /** Seconds. */
      duration: number;
      requests: Request[];
    }
    interface Result {
      /** Seconds. */
      duration: number;
      /** Failed connections. */
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
