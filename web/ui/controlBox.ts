/**
 * The style that text fields and selects share, for a field or for the box around it. Text is 16 px
 * on phones, because iOS zooms in on fields with smaller text.
 */
export const controlBox = [
  "rounded-lg border border-control bg-surface text-base text-ink transition-colors md:text-sm",
  "focus-visible:border-focus focus-visible:-outline-offset-1",
  "has-[>:focus-visible]:border-focus has-[>:focus-visible]:outline-2 has-[>:focus-visible]:-outline-offset-1 has-[>:focus-visible]:outline-focus",
  "has-[>:disabled]:bg-sunken has-[>:disabled]:text-muted disabled:bg-sunken disabled:text-muted disabled:opacity-100",
  "has-aria-invalid:border-danger-text aria-invalid:border-danger-text",
].join(" ");
