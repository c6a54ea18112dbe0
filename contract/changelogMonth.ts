/**
 * A month in UTC, such as `2026-05`. In a file of its own, so that the page's script does not contain
 * the schemas.
 */
export const CHANGELOG_MONTH = /^(?:20|21)\d\d-(?:0[1-9]|1[0-2])$/;
