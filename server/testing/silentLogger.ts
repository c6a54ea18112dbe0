import { Logger } from "graphile-worker";

/** For a queue whose words nobody reads: what went wrong is seen by its absence. */
export const silentLogger = new Logger(() => () => undefined);
