/**
 * Moves the focus to the first field with this name. If the field is in a closed disclosure, opens
 * the disclosure.
 */
export function showField(form: HTMLFormElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[name=${name}]`);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}
