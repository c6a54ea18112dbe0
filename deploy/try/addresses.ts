/** The product's own host. Companies have subdomains of it. */
export const BASE_DOMAIN = "feedback.example";

/** IP address of Caddy, which listens on ports 80 and 443. */
export const PROXY = "10.20.0.2";

/** IP address and port on which PgBouncer listens. */
export const POOLER = { address: "10.20.0.3", port: 6432 };

/** IP addresses on which the two portals listen. */
export const PORTALS = ["10.20.0.11", "10.20.0.12"] as const;
export const PORTAL_PORT = 3000;

/**
 * Returns the IP address of a client. Each user of the trial has a different address, as on the
 * internet.
 */
export const clientAddress = (number: number): string => `203.0.113.${String((number % 250) + 1)}`;
