import type { AttackFixtures } from "../attackFixtures.ts";

/** A call that succeeds. */
export interface SampleCall {
  host: string;
  cookie: string | undefined;
  /** Ids in the path, by parameter name. */
  params?: Record<string, number | string>;
  /** JSON, or a Buffer for an upload. */
  body?: object;
  headers?: Record<string, string>;
}

export type Caller = "anonymous" | "customer" | "admin" | "superAdmin";

/** The parts of a sample call that cannot be derived from its route. */
export type Sample = Pick<SampleCall, "params" | "body" | "headers"> & { caller?: Caller };

/** The samples of a feature, by method and path. */
export type SampleCalls = Record<string, (fixtures: AttackFixtures) => Sample | Promise<Sample>>;

export const NEW_PASSWORD = "a quite different battery";
