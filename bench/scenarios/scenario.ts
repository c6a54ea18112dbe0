import type { BenchUser, BenchFixtures } from "./createBenchFixtures.ts";

/** An HTTP request. */
export interface BenchRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  /** The request body as JSON text. */
  body?: string;
}

/** The values by which a request differs from the other requests of its scenario. */
export interface Subject {
  user?: BenchUser;
  itemId?: number;
  text?: string;
  /** Makes the URL unique, so that the response is not cached. */
  visit?: number;
}

/** A kind of request that the benchmark repeats. */
export interface Scenario {
  /** Name for `--only`. */
  name: string;
  /** Title in reports. */
  title: string;
  /** Expected status of every response. */
  status: 200 | 201;
  connections?: number;
  /**
   * Returns the subject of request number `turn`. Without this function, all requests are equal.
   */
  subject?: (fixtures: BenchFixtures, turn: number) => Subject;
  request: (fixtures: BenchFixtures, subject: Subject) => BenchRequest;
  /**
   * The work besides HTTP that limits the rate: statements, password hashing, or none if the
   * response is cached.
   */
  bound: "statements" | "password" | "nothing";
  /** Whether every request changes data. */
  isWrite?: true;
}
