/**
 * Milliseconds after which the file's URL is revoked. By then every browser has begun to read the
 * file.
 */
const FILE_LIFETIME_MS = 60_000;

/** Saves a value as a JSON file on the user's computer. */
export function saveJson(value: unknown, fileName: string): void {
  const file = new Blob([JSON.stringify(value, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_LIFETIME_MS);
}
