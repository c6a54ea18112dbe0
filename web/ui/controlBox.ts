/**
 * The style that text fields and selects share. Text is 16 px on phones, because iOS zooms in on
 * fields with smaller text.
 */
export const controlBox = [
  "rounded-lg border border-control bg-surface text-base text-ink transition-colors md:text-sm",
  "has-disabled:bg-sunken has-disabled:text-muted disabled:bg-sunken disabled:text-muted disabled:opacity-100",
  "has-aria-invalid:border-danger-text aria-invalid:border-danger-text",
].join(" ");
