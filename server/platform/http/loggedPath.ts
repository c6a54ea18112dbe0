/** Paths that end in a secret, with any percent-encoding decoded. */
const SECRET_PATH = /^\/+unsubscribe\//i;

/**
 * Returns the path of a URL as it is logged: without the query, because search terms may be
 * private, and without the secret of a link in a mail.
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
