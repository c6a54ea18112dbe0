import type { LoadResult } from "./loadResult.ts";

/** The portal under load. Processors in cores: seconds of processor time a second. */
export interface PortalFigures extends LoadResult {
  portalCores: number;
  postgresCores: number;
  clientCores: number;
  /** Bytes that the portal had resident at the end. */
  residentBytes: number;
}

/** One scenario and what bounds it, medians of the rounds. */
export interface ScenarioResult {
  name: string;
  title: string;
  connections: number;
  /** Of one answer's body, as it is sent. */
  answerBytes: number;
  portal: PortalFigures;
  /** A bare node:http server that answers the same bytes. */
  bareHttp?: LoadResult;
  /** The same statements over the driver alone; for a login, the comparison of passwords alone. */
  bareWork?: LoadResult;
  /** How many statements a request runs. */
  statements: number;
  /** What was written: rows more, and how many more the stored counts say. */
  written?: { answered: number; sent: number; rows: number; stored: number };
}

/** Memory in bytes and times in milliseconds of a portal that has nothing to do. */
export interface IdleFigures {
  startedWithin: number;
  afterStart: number;
  afterFirstPages: number;
  afterCollection: number;
}

/** 1,000 open event streams. */
export interface StreamFigures {
  streams: number;
  /** Bytes more than before. */
  addedBytes: number;
  /** The list's requests a second without and with the streams open. */
  listAlone: number;
  listBeside: number;
  /** Milliseconds from an acknowledged write to its event, 95 of 100. */
  p95: number;
}

/** One size of the growth run: milliseconds at one connection, half of all requests. */
export interface GrowthFigures {
  items: number;
  /** Of the company that is asked. */
  companyItems: number;
  p50: Record<string, number>;
}

/** What a run of the benchmark has found; `bench/results/*.json`. */
export interface BenchResults {
  date: string;
  machine: {
    cores: number;
    processor: string;
    memoryBytes: number;
    node: string;
    postgres: string;
  };
  items: number;
  companyItems: number;
  secondsEach: number;
  rounds: number;
  scenarios: ScenarioResult[];
  idle?: IdleFigures;
  streams?: StreamFigures | "not served";
  growth?: GrowthFigures[];
}
