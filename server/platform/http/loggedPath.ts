/** Matches the beginning of a path with a secret. The path must be percent-decoded first. */
const SECRET_PATH = /^\/+(unsubscribe|subscription|login\/+link|api\/+invitations)\//i;

/** Matches most paths of the API. Such a path contains neither a secret nor encoded characters. */
const ORDINARY_PATH = /^\/api\/(?!\/*invitations)[^%]*$/i;

/**
 * Returns the path of a URL as it is logged. The query is removed, because search terms may be
 * private. The secret of a link in a mail is replaced.
 */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  if (ORDINARY_PATH.test(path)) return path;
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const secret = SECRET_PATH.exec(decoded);
  return secret ? `/${String(secret[1]).toLowerCase()}/[token]` : path;
}
