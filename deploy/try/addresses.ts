/** The product's own host. Companies have subdomains of it. */
export const BASE_DOMAIN = "feedback.example";

/** Where Caddy listens: ports 80 and 443. */
export const PROXY = "10.20.0.2";

/** Where PgBouncer listens. */
export const POOLER = { address: "10.20.0.3", port: 6432 };

/** Where the two portals listen. */
export const PORTALS = ["10.20.0.11", "10.20.0.12"] as const;
export const PORTAL_PORT = 3000;

/** The address of a client. Each person of the trial has an own one, as on the internet. */
export const clientAddress = (number: number): string => `203.0.113.${String((number % 250) + 1)}`;
