/** What is asked before recovery codes go from the screen. */
export const CODES_LOSS = "The recovery codes are not shown again.";
