import type { LoadResult } from "./loadResult.ts";

/** Measurements of the portal under load. Processor use is in cores. */
export interface PortalFigures extends LoadResult {
  portalCores: number;
  postgresCores: number;
  clientCores: number;
  /** Resident memory of the portal at the end of the load. */
  residentBytes: number;
}

/** A scenario and its ceilings. `medianOf` combines the results of the rounds. */
export interface ScenarioResult {
  name: string;
  title: string;
  connections: number;
  /** Size of one response body as transferred. */
  answerBytes: number;
  portal: PortalFigures;
  /** The result of a node:http server that sends the same bytes. */
  bareHttp?: LoadResult;
  /**
   * The result of running the same statements with the driver only. For a login, it is the result
   * of comparing only passwords.
   */
  bareWork?: LoadResult;
  /**
   * Number of statements per request. It is 0 for scenarios that are not bound by statements, such
   * as a login.
   */
  statements: number;
  /**
   * Sums of all rounds of a scenario that writes rows: responses with the expected status, sent
   * requests, inserted rows, and the increase of the stored counts, such as an item's votes.
   */
  written?: { answered: number; sent: number; rows: number; stored: number };
}

/** Memory in bytes and times in milliseconds of an idle portal. */
export interface IdleFigures {
  startedWithin: number;
  afterStart: number;
  afterFirstPages: number;
  afterCollection: number;
}

/** Measurements with 1,000 open event streams. */
export interface StreamFigures {
  streams: number;
  /** Resident memory that the open streams add to the portal. */
  addedBytes: number;
  /** Requests per second for the list while one stream is open. */
  listAlone: number;
  /** Requests per second for the list while all streams are open. */
  listBeside: number;
  /** p95 in milliseconds from the response of a write to its event. */
  p95: number;
}

/** Measurements of a change of status about which many voters are notified. */
export interface FanOutFigures {
  voters: number;
  /** p50 in milliseconds of the change's response, for an item with `voters` voters. */
  withVoters: number;
  /** p50 in milliseconds of the change's response, for an item with few voters. */
  withFew: number;
  /**
   * Accounts notified per second, by how often the accounts get mails. The time is measured from
   * the request to the end of the job.
   */
  perSecond: Record<"off" | "immediate" | "daily", number>;
  /** Highest resident memory of the portal from the request to the end of the job. */
  peakBytes: number;
}

/** What votes cost under load. */
export interface VoteCost {
  requestsPerSecond: number;
  /** Processor time of portal and PostgreSQL for one vote, in milliseconds. */
  milliseconds: number;
}

/** Votes with and without a webhook endpoint that gets them: medians, also of the pairs' ratios. */
export interface WebhookFigures {
  without: VoteCost;
  with: VoteCost;
  ratios: { rate: number; processor: number };
}

/** Measurements of an export of one company. */
export interface ExportFigures {
  items: number;
  /** Number of exported rows of all tables. */
  rows: number;
  /** Seconds from the request to the finished file. */
  seconds: number;
  /** Highest resident memory of the portal during the export. */
  peakBytes: number;
  fileBytes: number;
  downloadSeconds: number;
}

/** Measurements of the import of a company's export into an empty company. */
export interface ImportFigures {
  items: number;
  /** Number of imported records of all kinds. */
  records: number;
  /** Seconds from the request to the end of each phase. */
  seconds: Record<"read" | "dryRun" | "run", number>;
  /**
   * Requests per second for another company's list during each phase, as a share of the requests
   * per second before the import.
   */
  lists: Record<"read" | "dryRun" | "run", number>;
  /** Highest resident memory of the portal during an import without these list requests. */
  peakBytes: number;
  fileBytes: number;
}

/** Response times of a company alone, and while another company or visitor causes load. */
export interface NoisyFigures {
  alone: LoadResult;
  beside: {
    name: string;
    title: string;
    quiet: LoadResult;
    /**
     * Responses per second to the noisy visitor. `refused` is the number of responses with status
     * 503 to this visitor.
     */
    requestsPerSecond: number;
    refused: number;
    /** p99 during the noise divided by p99 alone. */
    ratio: number;
  }[];
}

/** Growth measurement with one number of items: p50 over one connection in milliseconds. */
export interface GrowthFigures {
  items: number;
  /** Number of items of the company that gets the requests. */
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
  fanOut?: FanOutFigures;
  webhook?: WebhookFigures;
  export?: ExportFigures;
  import?: ImportFigures;
  growth?: GrowthFigures[];
  noisy?: NoisyFigures;
}
