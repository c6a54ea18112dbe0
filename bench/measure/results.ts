import type { LoadResult } from "./loadResult.ts";

/** The portal under load. Processor use in cores. */
export interface PortalFigures extends LoadResult {
  portalCores: number;
  postgresCores: number;
  clientCores: number;
  /** Resident memory of the portal at the end. */
  residentBytes: number;
}

/** A scenario and its ceilings, as medians of the rounds. */
export interface ScenarioResult {
  name: string;
  title: string;
  connections: number;
  /** Size of one response body as transferred. */
  answerBytes: number;
  portal: PortalFigures;
  /** A node:http server that sends the same bytes. */
  bareHttp?: LoadResult;
  /** The same statements with the driver only. For a login, only the password comparison. */
  bareWork?: LoadResult;
  /** Number of statements per request. */
  statements: number;
  /** Inserted rows, and the increase of their stored counts. */
  written?: { answered: number; sent: number; rows: number; stored: number };
}

/** Memory in bytes and times in milliseconds of an idle portal. */
export interface IdleFigures {
  startedWithin: number;
  afterStart: number;
  afterFirstPages: number;
  afterCollection: number;
}

/** 1,000 open event streams. */
export interface StreamFigures {
  streams: number;
  /** Additional resident bytes. */
  addedBytes: number;
  /** Requests per second of the list, without and with open streams. */
  listAlone: number;
  listBeside: number;
  /** p95 in milliseconds from the response of a write to its event. */
  p95: number;
}

/** A company's requests alone, and beside what another company or visitor does. */
export interface NoisyFigures {
  alone: LoadResult;
  beside: {
    name: string;
    title: string;
    quiet: LoadResult;
    /** Responses to the noisy visitor, and those of them with 503. */
    requestsPerSecond: number;
    refused: number;
    /** p99 beside the noise divided by p99 alone. */
    ratio: number;
  }[];
}

/** One data size of the growth run: p50 at one connection in milliseconds. */
export interface GrowthFigures {
  items: number;
  /** Items of the requested company. */
  companyItems: number;
  p50: Record<string, number>;
}

/** The results of a benchmark run, stored as `bench/results/*.json`. */
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
  noisy?: NoisyFigures;
}
