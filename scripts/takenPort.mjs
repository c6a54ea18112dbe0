import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import util from "node:util";
import { ScriptError, root } from "./runtime.mjs";

/** Nothing where the file cannot be read, or where this Node cannot: the portal reads it again and says what is wrong. */
function readDotEnv() {
  try {
    return util.parseEnv(readFileSync(join(root, ".env"), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Looks at the port before anything is installed or built, as the portal does before it touches the database: whoever starts a second
 * one by mistake changes nothing under the first. All else that may be wrong is left to the portal to say.
 * @throws ScriptError when another program listens where the portal is to
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
