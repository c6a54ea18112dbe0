import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { eventsApi } from "#contract/events.ts";
import { isLocalOnly } from "#server/platform/config/isLocalOnly.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { ReadReplica } from "#server/platform/replica/readReplica.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { signInCounter } from "./signInCounts.ts";
import { isBearer } from "#server/platform/http/isBearer.ts";

/**
 * Histogram buckets in seconds. They range from the duration of a cached page to that of a slow
 * search.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Gauges that repeat the sums of others. They are left out, because promtool refuses their names,
 * which end like those of counters.
 */
const SUMS = ["handles", "requests", "resources"].map((what) => `nodejs_active_${what}_total`);

let ofProcess: Registry | undefined;

/**
 * Returns the metrics of this process. The collectors of the metrics are started only once,
 * although tests start hundreds of portals in one process, because a collector's timers and
 * observers never end.
 */
function metricsOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
    for (const name of SUMS) ofProcess.removeSingleMetric(name);
  }
  return ofProcess;
}

/** What the metrics say of webhooks. */
export interface WebhookMetrics {
  /** Attempts since the process started, by result. */
  readonly counts: Readonly<Record<string, number>>;
  /** Reads for how many seconds the oldest delivery that is due has waited. */
  readonly queueAge: () => Promise<number>;
}

interface MetricsOptions {
  config: Pick<Config, "metricsToken" | "trustProxy" | "host" | "baseDomain">;
  countStreams: () => number;
  replica: ReadReplica | undefined;
  webhooks: WebhookMetrics;
}

/**
 * Mounts `GET /metrics` for Prometheus: process metrics, and request durations by route and status.
 * If a token is configured, clients must send it. Without a token, the portal must be reachable only
 * from its own machine, and clients must connect directly, not through a proxy. All other requests
 * get 404. Labels contain route patterns, never paths, hosts or tenants.
 */
export function mountMetrics(
  app: FastifyInstance,
  { config, countStreams, replica, webhooks }: MetricsOptions,
): void {
  const registry = new Registry();
  const processMetrics = metricsOfProcess();
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
  // The constructor registers the gauge; the registry reads it on each scrape.
  void new Gauge({
    name: "live_streams",
    help: "Open streams of live updates.",
    registers: [registry],
    collect() {
      this.set(countStreams());
    },
  });
  registry.registerMetric(signInCounter);
  if (replica) watchReplica(registry, replica);
  watchWebhooks(registry, webhooks);
  app.addHook("onResponse", (request, reply, next) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? "none";
    // An event stream stays open until the page closes, so its duration says nothing about speed.
    const isStream = route === eventsApi.stream.path && reply.statusCode === 200;
    if (!isStream)
      durations.observe(
        { method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
    next();
  });
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request, config)) throw notFound();
    reply.type(registry.contentType).header("cache-control", "no-store");
    return Registry.merge([processMetrics, registry]).metrics();
  });
}

function watchReplica(registry: Registry, replica: ReadReplica): void {
  void new Counter({
    name: "anonymous_reads_total",
    help: "Statements of anonymous visitors that read a company, by the server that answered.",
    labelNames: ["server"],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ server: "replica" }, replica.counts.replica);
      this.inc({ server: "primary" }, replica.counts.primary);
    },
  });
  void new Gauge({
    name: "read_replica_age_seconds",
    help: "How long ago the replica was last known to have everything; infinite while it is not read.",
    registers: [registry],
    collect() {
      const { asOf } = replica;
      this.set(asOf === Infinity ? Infinity : (Date.now() - asOf) / 1000);
    },
  });
}

function watchWebhooks(registry: Registry, { counts, queueAge }: WebhookMetrics): void {
  void new Counter({
    name: "hearback_webhook_deliveries_total",
    help: "Attempts of this process to deliver webhooks, by what became of them.",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(counts)) this.inc({ result }, count);
    },
  });
  void new Gauge({
    name: "hearback_webhook_queue_age_seconds",
    help: "How long the oldest webhook that is due has waited, of all processes.",
    registers: [registry],
    async collect() {
      this.set(await queueAge());
    },
  });
}

/** Headers that proxies add to requests which they forward. */
const FORWARDING_HEADER = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip)$/;

/**
 * Whether the request is allowed to read the metrics. If a token is configured, the request must
 * contain it. Without a token, the request must come directly from this machine, no proxy may be
 * configured, and other machines must not be able to reach the portal. A local proxy that adds no
 * header cannot be distinguished from a direct client.
 */
function mayRead(request: FastifyRequest, config: MetricsOptions["config"]): boolean {
  const { metricsToken, trustProxy } = config;
  if (metricsToken !== undefined) return isBearer(request.headers.authorization, metricsToken);
  if (!isLocalOnly(config)) return false;
  if (trustProxy !== false && trustProxy !== 0) return false;
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDING_HEADER.test(name));
  const address = request.socket.remoteAddress ?? "";
  return !isForwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}
