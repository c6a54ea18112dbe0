/** Unread notifications are counted up to this number. */
export const UNREAD_COUNT_LIMIT = 100;

/** The maximum number of notifications that one call marks as read by their ids. */
export const READ_LIMIT = 100;
