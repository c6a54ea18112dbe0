import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import util from "node:util";
import { ScriptError, root } from "./runtime.mjs";

/**
 * Returns the settings of `.env`. Returns none if the file cannot be read, because the portal
 * reports this error.
 */
function readDotEnv() {
  try {
    return util.parseEnv(readFileSync(join(root, ".env"), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Checks the port before anything is installed or built, so that a second start by mistake does not
 * change files under the running portal. Other invalid settings are reported by the portal.
 * @throws ScriptError if another program uses the port
 */
export async function refuseTakenPort() {
  const settings = { ...readDotEnv(), ...process.env };
  const port = settings.PORT?.trim() || "3000";
  const host = settings.HOST?.trim() || "127.0.0.1";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return;
  const probe = createServer();
  try {
    probe.listen(Number(port), host);
    await once(probe, "listening");
    probe.close();
    await once(probe, "close");
  } catch (error) {
    if (error.code === "EADDRINUSE")
      throw new ScriptError(`Port ${Number(port)} is taken. Set PORT to a free one.`);
  }
}
