import type { CallInput, Endpoint, ResponseOf } from "../endpoint.ts";

/** One successful call: its input and its response. */
export interface Example {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

type ExampleOf<E extends Endpoint> = Example &
  CallInput<E> &
  (ResponseOf<E> extends undefined ? unknown : { readonly response: ResponseOf<E> });

/** The examples of an entity's endpoints, by operation id. Every endpoint must have an example. */
export type ExamplesOf<Api extends Readonly<Record<string, Endpoint>>> = {
  readonly [Key in keyof Api as Api[Key]["operationId"]]: ExampleOf<Api[Key]>;
};
