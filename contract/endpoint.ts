import type * as z from "zod/mini";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Schema = z.ZodMiniType;

/**
 * The header by which a page says with a change as whom it believes to be signed in: the user's id. The change is refused with 401 if
 * somebody else is by then.
 */
export const SIGNED_IN_AS = "X-Signed-In-As";

/** All that is declared of a call. Source: SPEC section 7, DECISIONS "HTTP". */
interface Definition {
  /** Its name for clients, unique: that of the server's verb where it has one. */
  readonly operationId: string;
  readonly method: Method;
  /** Absolute path with `:name` for each key of `params`. */
  readonly path: `/api/${string}`;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The body is multipart/form-data with one file in the field of this name. */
  readonly upload?: string;
  /** What a successful answer carries; for a paged endpoint, the array of one page. Fields beyond it never leave the server. */
  readonly response: Schema;
  /** Status of a successful answer. */
  readonly status: 200 | 201 | 204;
  /** The answer is one page: the next page's address is in `Link`, the total in `X-Total-Count`. */
  readonly paged?: true;
  /** The answer does not end: it is a stream of server-sent events, whose data is `response`. */
  readonly stream?: true;
  /** It changes nothing that anyone but the caller can see, although its method is not GET. */
  readonly withoutInvalidation?: true;
  /** Message of the 404 for an unknown, foreign or invisible id: the three are the same bytes. */
  readonly notFound?: string;
  /** Messages of the refusals that the verb itself decides on, by status. */
  readonly errors?: Readonly<Partial<Record<401 | 403 | 409, readonly string[]>>>;
}

/** How a program sees endpoints: whole, unless it says that they reach it without their schemas (`web/app/api/call.ts`). */
export interface EndpointView {}

declare const onlyType: unique symbol;

/** Stands for a value that is not there when the program runs. What it would be is known, so that calls can be checked. */
interface TypeOnly<Value> {
  readonly [onlyType]: Value;
}

/** What is left of a definition in the browser's build (`web/build/leanContract.ts`). */
type Lean<E> = {
  readonly [Key in keyof E as Key extends LeftOut ? never : Key]: Key extends TypeKey
    ? TypeOnly<E[Key]>
    : E[Key];
};
type LeftOut = "operationId" | "summary" | "status" | "withoutInvalidation" | "notFound" | "errors";
type TypeKey = "params" | "query" | "body" | "response" | "stream";

type Viewed<E> = EndpointView extends { readonly isLean: true } ? Lean<E> : E;

/** One call of the HTTP interface as a value: the server mounts it, the client calls it, the OpenAPI document prints it. */
export type Endpoint = Viewed<Definition>;

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Definition>(definition: E): Viewed<E>;
export function endpoint(definition: Definition): unknown {
  return definition;
}

/** What a handler gets of a multipart body: the one file, whole. Its name and its bytes are the sender's word. */
export interface UploadedFile {
  readonly filename: string;
  readonly content: Uint8Array;
}

type SchemaOf<S> = S extends TypeOnly<infer Known> ? Known : S;
type OutputOf<S> =
  SchemaOf<S> extends infer Known ? (Known extends Schema ? z.output<Known> : undefined) : never;
type InputOf<S> =
  SchemaOf<S> extends infer Known ? (Known extends Schema ? z.input<Known> : undefined) : never;

export type ParamsOf<E extends Endpoint> = OutputOf<E["params"]>;
export type QueryOf<E extends Endpoint> = OutputOf<E["query"]>;
export type BodyOf<E extends Endpoint> = E extends { upload: string }
  ? UploadedFile
  : OutputOf<E["body"]>;
export type ResponseOf<E extends Endpoint> = OutputOf<E["response"]>;

/** One page of a list, as the `Link` and `X-Total-Count` headers describe it. */
export interface Page<Item> {
  items: Item[];
  /** Pass as `cursor` to get the next page; null on the last one. */
  nextCursor: string | null;
  /** How many items the whole list has. A search stops counting at `SEARCH_COUNT_LIMIT`. */
  total: number;
}

/** What a handler gives back and a client gets for an endpoint. */
export type ResultOf<E extends Endpoint> = E extends { paged: true }
  ? Page<ResponseOf<E> extends (infer Item)[] ? Item : never>
  : E extends { stream: true | TypeOnly<true> }
    ? void
    : ResponseOf<E> extends undefined
      ? void
      : ResponseOf<E>;

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** What a caller passes: path parameters, query and body, each only where the endpoint has it. */
export type CallInput<E extends Endpoint> = Part<
  "params",
  { [K in keyof InputOf<E["params"]>]: string | number } extends infer P
    ? SchemaOf<E["params"]> extends Schema
      ? P
      : undefined
    : never
> &
  Part<"query", InputOf<E["query"]>> &
  Part<"body", InputOf<E["body"]>>;
