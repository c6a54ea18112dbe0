/** Matches paths that end in a secret. The percent-encoding of the path must be decoded before. */
const SECRET_PATH = /^\/+unsubscribe\//i;

/**
 * Returns the path of a URL as it is logged. The query is removed, because search terms may be
 * private. The secret of a link in a mail is replaced.
 */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  // Most paths are of the API, and contain no encoded characters.
  if (path.startsWith("/api/") && !path.includes("%")) return path;
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return SECRET_PATH.test(decoded) ? "/unsubscribe/[token]" : path;
}
