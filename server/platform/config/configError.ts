/**
 * Thrown if an environment variable has an invalid value. The message is one line, names the
 * variable and never repeats the value.
 */
export class ConfigError extends Error {
  override name = "ConfigError";
}
