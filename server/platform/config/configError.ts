/**
 * Thrown if an environment variable has an invalid value, or if `.env` cannot be read. The message
 * is one line, names the variable or the file, and never repeats a value.
 */
export class ConfigError extends Error {
  override name = "ConfigError";
}
