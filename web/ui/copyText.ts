/** Copies a text to the clipboard. Returns whether the text was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // The clipboard API exists on https and localhost only.
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser has refused the call, but the older method can still work.
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
