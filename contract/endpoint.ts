import type * as z from "zod/mini";
import type { ApiScope } from "./scopes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Schema = z.ZodMiniType;

/**
 * Request header with the id of the user whom the page shows as signed in. The server refuses a
 * change with 401 if the session belongs to a different user.
 */
export const SIGNED_IN_AS = "X-Signed-In-As";

/**
 * The declaration of an endpoint (docs/specification.md "7. Calls",
 * docs/product-decisions.md "HTTP").
 */
interface Definition {
  /**
   * Unique name of the call for generated clients. It is usually the name of the server's function
   * for the call.
   */
  readonly operationId: string;
  readonly method: Method;
  /** Absolute path with `:name` for each key of `params`. */
  readonly path: `/api/${string}` | `/pictures/${string}`;
  /**
   * The scope with which an API key may make the call; `any` if every key may. Without it, no key
   * may.
   */
  readonly scope?: ApiScope | "any";
  /**
   * Whether the body of a request with an API key may name a customer in `onBehalfOf`
   * (`contract/onBehalfOf.ts`), who is then the author of what the call creates.
   */
  readonly actsForCustomers?: true;
  /** Short description for the API documentation. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * Name of the form field that contains the file, if the body is multipart/form-data with one
   * file.
   */
  readonly upload?: string;
  /**
   * A multipart/form-data body with a short text and then one file, which the handler reads while
   * the file arrives.
   */
  readonly uploadStream?: {
    readonly field: string;
    readonly textField: string;
    readonly maxBytes: number;
  };
  /** The media types and the maximum size of a body that the handler receives as bytes. */
  readonly raw?: { readonly mediaTypes: readonly string[]; readonly maxBytes: number };
  /**
   * Body of a successful response. For a paged endpoint, this is the array of one page. The server
   * removes all fields that are not in this schema.
   */
  readonly response: Schema;
  /** Status of a successful response. */
  readonly status: 200 | 201 | 204;
  /**
   * Whether the response is one page of a list. `Link` contains the URL of the next page, and
   * `X-Total-Count` the total.
   */
  readonly paged?: true;
  /**
   * Whether the response is an endless stream of server-sent events with data of type `response`.
   */
  readonly stream?: true;
  /**
   * Name of the file, if the response is a file. The file's arrays are streamed: the handler
   * returns an async iterable for each array.
   */
  readonly download?: string;
  /** Whether the file is CSV. If so, the handler returns the file's text in pieces. */
  readonly csv?: true;
  /** Whether the file is a ZIP file. If so, the handler returns the file's bytes in pieces. */
  readonly zip?: true;
  /** Whether the response is a WebP picture (`ServedPicture`). */
  readonly image?: true;
  /**
   * Whether the call publishes no change. Such a call neither invalidates cached pages nor makes
   * open pages refetch their data.
   */
  readonly withoutInvalidation?: true;
  /**
   * Message of the 404. The response is the same, byte for byte, whether the id is unknown, belongs
   * to another company or is not visible to the viewer.
   */
  readonly notFound?: string;
  /** Messages of the other errors with which the server's function refuses the call, by status. */
  readonly errors?: Readonly<Partial<Record<401 | 403 | 409, readonly string[]>>>;
}

/**
 * One call of the HTTP interface as a value. The server, the tests and the OpenAPI document use this
 * value; the browser uses only its type (`contract/api.ts`).
 */
export type Endpoint = Definition;

/** Declares an endpoint and preserves the exact types of its schemas. */
export function endpoint<const E extends Definition>(definition: E): E {
  return definition;
}

/** The file of a multipart body, as a handler receives it. Name and content are untrusted input. */
export interface UploadedFile {
  readonly filename: string;
  readonly content: Uint8Array;
}

/** The body of an endpoint with `uploadStream`. The whole body is untrusted input. */
export interface UploadedStream {
  readonly text: string;
  readonly filename: string;
  /** The file's content. Reading it throws if the file is too large or the upload ends early. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The body of an endpoint with `raw`. It is untrusted input, and empty if the request has no body.
 */
export interface RawBody {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** The result of an endpoint with `image`. */
export interface ServedPicture {
  /** Names the content, which never changes. */
  readonly etag: string;
  /** Whether every visitor of the host may see the picture. */
  readonly isPublic: boolean;
  /** Reads the content, unless the client has it. */
  readonly read: () => Promise<Uint8Array>;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = OutputOf<E["params"]>;
export type QueryOf<E extends Endpoint> = OutputOf<E["query"]>;
export type BodyOf<E extends Endpoint> = E extends { upload: string }
  ? UploadedFile
  : E extends { uploadStream: object }
    ? UploadedStream
    : E extends { raw: object }
      ? RawBody
      : OutputOf<E["body"]>;
export type ResponseOf<E extends Endpoint> = OutputOf<E["response"]>;

/** One page of a list, described in HTTP by the `Link` and `X-Total-Count` headers. */
export interface Page<Item> {
  items: Item[];
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /**
   * Number of items in the whole list. Long lists are counted only up to a limit, such as
   * `SEARCH_COUNT_LIMIT`, `HISTORY_COUNT_LIMIT` or `MEMBER_COUNT_LIMIT`.
   */
  total: number;
  /** Whether a part of a too long search text was ignored. Sent as `X-Search-Cut`. */
  isSearchCut?: boolean;
  /** All changes before this time are on this page or on earlier ones. Sent as `X-Updated-Until`. */
  updatedUntil?: string;
}

/** A body whose arrays are produced while they are sent. */
type Streamed<Body> = {
  readonly [Key in keyof Body]: Body[Key] extends (infer Row)[] ? AsyncIterable<Row> : Body[Key];
};

/** The result of an endpoint: the return value of its handler and of the client's call. */
export type ResultOf<E extends Endpoint> = E extends { csv: true }
  ? AsyncIterable<string>
  : E extends { zip: true }
    ? AsyncIterable<Uint8Array>
    : E extends { image: true }
      ? ServedPicture
      : E extends { download: string }
        ? Streamed<ResponseOf<E>>
        : E extends { paged: true }
          ? Page<ResponseOf<E> extends (infer Item)[] ? Item : never>
          : E extends { stream: true }
            ? void
            : ResponseOf<E> extends undefined
              ? void
              : ResponseOf<E>;

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** The input of a call: path parameters, query and body, as far as the endpoint declares them. */
export type CallInput<E extends Endpoint> = Part<
  "params",
  { [K in keyof InputOf<E["params"]>]: string | number } extends infer P
    ? E["params"] extends Schema
      ? P
      : undefined
    : never
> &
  Part<"query", InputOf<E["query"]>> &
  Part<"body", InputOf<E["body"]>>;

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
