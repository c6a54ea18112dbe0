/** Puts a text into the clipboard; gives whether that was possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Browsers offer it on https and localhost only.
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: the old way may still work.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const active = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr-only";
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (active instanceof HTMLElement) active.focus();
  return isDone;
}
