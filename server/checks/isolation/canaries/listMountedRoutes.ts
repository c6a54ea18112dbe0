import type { FastifyInstance } from "fastify";

export interface MountedRoute {
  method: string;
  path: string;
}

/** All routes of the running app, from Fastify's route tree. */
export function listMountedRoutes(app: FastifyInstance): MountedRoute[] {
  const found: MountedRoute[] = [];
  const above: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const {
      indent = "",
      paths = "",
      methods = "",
    } = /^(?<indent>[│ ]*)[├└]── (?<paths>\S+)(?: \((?<methods>[^)]+)\))?$/.exec(line)?.groups ??
    {};
    if (paths === "") continue;
    const depth = indent.length / 4;
    // Parameters with two names: either name will do.
    above[depth] = paths.split("|", 1)[0] ?? "";
    const path = above.slice(0, depth + 1).join("");
    for (const method of methods.split(", ")) if (method !== "") found.push({ method, path });
  }
  return found;
}
