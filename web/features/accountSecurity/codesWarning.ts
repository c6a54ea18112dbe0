/** The warning that is displayed before the user closes the recovery codes or leaves the page. */
export const CODES_LOSS = "The recovery codes are not shown again.";
