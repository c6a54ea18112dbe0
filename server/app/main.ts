import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ConfigError } from "#server/platform/config/configError.ts";
import { StartError, isAbort } from "#server/platform/db/startError.ts";
import { openLogger } from "#server/platform/config/openLogger.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { startMessage } from "./startMessage.ts";
import type { RunningPortal } from "./startPortal.ts";
import { startPortal } from "./startPortal.ts";

/**
 * Handles SIGINT and SIGTERM. The first signal stops the portal, or aborts a start that is still
 * waiting. The second signal exits immediately.
 */
function stopOnSignal(started: Promise<RunningPortal>, startAbort: AbortController): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    startAbort.abort();
    void started
      .then((portal) => portal.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => process.exit(isAbort(error) ? 0 : 1),
      );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

/**
 * Collects the garbage of the start once, in a pause of 60 to 90 ms. V8 would keep these pages: the
 * young objects get 33 MB while modules load, and an idle process creates too little garbage to
 * shrink them. Only a collection of last resort returns them. `gc` is missing without `--expose-gc`.
 */
function releaseStartMemory(): void {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

try {
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  const logger = openLogger(config.logLevel);
  const startAbort = new AbortController();
  const started = startPortal(config, logger, startAbort.signal);
  stopOnSignal(started, startAbort);
  const { port, filled } = await started;
  releaseStartMemory();
  process.stdout.write(startMessage({ config, port, filled }));
} catch (error) {
  if (isAbort(error)) process.exit(0);
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    `${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
}
