/** Returns a copy of `params` with these filters. A filter with its default value is omitted. */
export function writeFilters<Filters extends object>(
  params: URLSearchParams,
  filters: Filters,
  defaults: Filters,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    if (value === defaults[name as keyof Filters]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
