/** The warning before recovery codes are closed. */
export const CODES_LOSS = "The recovery codes are not shown again.";
