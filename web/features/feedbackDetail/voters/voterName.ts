import type { Author } from "#contract/users.ts";

/** Returns the full name of a voter, or the address of a voter without a name. */
export const voterName = ({ fullName, username }: Author): string => fullName?.trim() || username;
