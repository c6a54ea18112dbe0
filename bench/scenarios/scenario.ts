import type { BenchUser, BenchFixtures } from "./createBenchFixtures.ts";

/** One request, as it is sent. */
export interface BenchRequest {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: string;
}

/** In what a request differs from the one before it. */
export interface Subject {
  user?: BenchUser;
  itemId?: number;
  text?: string;
  /** Makes an address that nobody has asked before, so that nothing is kept for it. */
  visit?: number;
}

/** What visitors do, over and over. */
export interface Scenario {
  /** As `--only` takes it. */
  name: string;
  /** As the report says it. */
  title: string;
  /** What every answer must have. */
  status: 200 | 201;
  connections?: number;
  /** In what request number `turn` differs; without it, they are all the same. */
  subject?: (fixtures: BenchFixtures, turn: number) => Subject;
  request: (fixtures: BenchFixtures, subject: Subject) => BenchRequest;
  /** What bounds it beside the network: the statements behind it, the password's hash, or nothing. */
  bound: "statements" | "password" | "nothing";
  /** Changes data. Each turn must do so once more. */
  isWrite?: true;
}
