import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database } from "#server/platform/db/database.ts";
import { ping } from "./health.queries.ts";

/**
 * Adds health checks for proxies and monitoring, on any host. `health` succeeds if the process
 * accepts requests. `ready` succeeds if the process can also reach its database. Both respond with
 * 503 as soon as a stop has begun.
 */
export function mountHealth(
  app: FastifyInstance,
  { database, stopping }: { database: Database; stopping?: AbortSignal | undefined },
): void {
  const refuse = (reply: FastifyReply, status: string) =>
    reply.code(503).header("retry-after", "2").send({ status });
  // This request is not logged, because proxies send it every other second and would fill the log.
  app.get("/api/health", { logLevel: "warn" }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return stopping?.aborted ? refuse(reply, "stopping") : reply.send({ status: "ok" });
  });
  app.get("/api/ready", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (stopping?.aborted) return refuse(reply, "stopping");
    try {
      await database.system.first(ping, {});
      return await reply.send({ status: "ready" });
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return refuse(reply, "database unavailable");
    }
  });
}
