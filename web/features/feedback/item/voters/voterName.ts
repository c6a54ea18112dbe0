import type { Author } from "#contract/users.ts";

/** Returns the full name of a voter or member, or the e-mail address if there is no name. */
export const voterName = ({ fullName, username }: Author): string => fullName?.trim() || username;
