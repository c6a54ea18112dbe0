import type { FastifyInstance } from "fastify";
import type { Database } from "#server/platform/db/database.ts";
import { ping } from "./health.queries.ts";

/**
 * Health checks for monitoring, on any host. `health`: the process runs. `ready`: it can reach its
 * database.
 */
export function mountHealth(app: FastifyInstance, database: Database): void {
  app.get("/api/health", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  app.get("/api/ready", async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await database.system.first(ping, {});
      return await reply.send({ status: "ready" });
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "2").send({ status: "database unavailable" });
    }
  });
}
