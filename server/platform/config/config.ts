import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod/mini";
import { MAX_BOARDS } from "#contract/boards.ts";
import { email, line } from "#contract/fields.ts";
import type { Quotas } from "#contract/quotas.ts";
import {
  DEFAULT_IMPORT_MEGABYTES,
  DEFAULT_PICTURE_MEGABYTES,
  DEFAULT_QUOTAS,
} from "#contract/quotas.ts";
import { VIEW_LIMIT } from "#contract/savedViews.ts";
import { ConfigError } from "./configError.ts";
import { isLocalOnly } from "./isLocalOnly.ts";
import type { ObjectStoreConfig } from "./objectStoreConfig.ts";
import { objectStoreConfigOf, objectStoreVariables } from "./objectStoreConfig.ts";
import type { MailConfig } from "./mailConfig.ts";
import { mailConfigOf, mailVariables } from "./mailConfig.ts";
import {
  databaseUrl,
  flag,
  folderPath,
  matching,
  password,
  token,
  webUrl,
  wholeNumber,
} from "./variables.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * The environment variables, validated and typed (docs/product-decisions.md "Configuration
 * (environment; `.env` is read)").
 */
export interface Config extends MailConfig {
  /** TCP port of the portal; 0 selects a free port. */
  port: number;
  /** IP address or host name on which the portal listens. */
  host: string;
  /** The product's own host, in lower case, without port. */
  baseDomain: string;
  /** Patterns of hosts that are treated as the product's own host; `*` stands for one label. */
  previewHosts: string[];
  /** Connection string of an external PostgreSQL; undefined selects the embedded PostgreSQL. */
  databaseUrl?: string;
  /** Connection string of a replica of `databaseUrl`, for reads of anonymous visitors. */
  databaseReadUrl?: string;
  /**
   * Number of the range to which new ids are restricted, 0 to 4,095; undefined means no
   * restriction.
   */
  idRange?: number;
  /** Absolute path of the data folder of the embedded database. */
  dataDir: string;
  /** Absolute path of the folder in which portals of several builds share their pages' files. */
  assetsDir?: string;
  /**
   * Whether to fill an empty database with demo data. Undefined means true for an embedded database
   * if only this machine can reach the portal, otherwise false.
   */
  demo?: boolean;
  /** Password of the demo accounts; undefined means the published password. */
  demoPassword?: string;
  /** The first super admin of an empty database. */
  superAdmin: { email?: string; password?: string };
  /** Name and URL of the 'Powered by' link, which leads to the product's own host by default. */
  provider: { name: string; url?: string };
  feedbackPortalUrl?: string;
  /**
   * Fastify's `trustProxy`: no proxy, all proxies, a number of proxies, or a list of IP addresses
   * and CIDR ranges.
   */
  trustProxy: boolean | number | string[];
  /** Seconds between the signal to stop and the closing of the port. */
  shutdownDelaySeconds: number;
  metricsToken?: string;
  /** The key that encrypts stored secrets (`sealSecret.ts`); undefined selects a file in `dataDir`. */
  secretKey?: Buffer;
  /** Whether providers of sign-ins can be in private networks, and without https. */
  allowPrivateProviders: boolean;
  /**
   * Maximum numbers of boards, categories, saved views, members and open invitations of a company
   * (`DEFAULT_QUOTAS`).
   */
  quotas: Quotas;
  /** The maximum number of megabytes that the imports of a company take up. */
  importMegabytes: number;
  /** The maximum number of megabytes that the pictures of a company take up. */
  pictureMegabytes: number;
  /** The S3-compatible store of pictures; undefined selects the database. */
  pictureStore?: ObjectStoreConfig;
  /** Name servers for custom domains; undefined selects the machine's name servers. */
  dnsServers?: string[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Whether webhooks can be sent to this machine, and the portal shows its mails. */
  isDevelopment: boolean;
  /** Whether Vite serves the pages with hot reload (`npm run dev`), so that no build is needed. */
  hasHotReload: boolean;
}

/**
 * The highest value of `ID_RANGE`. There are 4,096 ranges of ids (`server/platform/db/idRange.ts`).
 */
const HIGHEST_ID_RANGE = 4_095;

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST_NAME = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`);
const HOST_PATTERN = new RegExp(String.raw`^(?:\*|${LABEL})(?:\.(?:\*|${LABEL}))*$`);
const PROXY_NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);

const withoutDot = (host: string) => host.toLowerCase().replace(/\.$/, "");
const splitList = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function isAddressRange(range: string) {
  const [address = "", bits, ...rest] = range.split("/");
  const family = isIP(address);
  if (PROXY_NAMES.has(range)) return true;
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function parseTrustProxy(value: string): boolean | number | string[] {
  if (value === "true" || value === "false") return value === "true";
  return /^\d+$/.test(value) ? Number(value) : splitList(value);
}

const environment = z.object({
  PORT: z._default(wholeNumber(0, 65_535, " (0 is any free port)"), 3000),
  HOST: z._default(
    matching("an IP address or a host name", (value) => {
      return isIP(value) !== 0 || HOST_NAME.test(value.toLowerCase());
    }),
    "127.0.0.1",
  ),
  BASE_DOMAIN: z._default(
    z.pipe(
      matching("a host name such as example.com, without scheme or port", (value) => {
        return HOST_NAME.test(withoutDot(value));
      }),
      z.transform(withoutDot),
    ),
    "localhost",
  ),
  PREVIEW_HOSTS: z._default(
    z.pipe(
      matching("a comma-separated list of host names, in which * stands for one label", (value) => {
        return splitList(value).every((host) => HOST_PATTERN.test(withoutDot(host)));
      }),
      z.transform((value: string) => splitList(value).map(withoutDot)),
    ),
    [],
  ),
  DATABASE_URL: z.optional(databaseUrl()),
  DATABASE_READ_URL: z.optional(databaseUrl()),
  ID_RANGE: z.optional(wholeNumber(0, HIGHEST_ID_RANGE)),
  DATA_DIR: z._default(folderPath(), "data"),
  ASSETS_DIR: z.optional(folderPath()),
  DEMO: z.optional(flag()),
  DEMO_PASSWORD: z.optional(password()),
  SUPER_ADMIN_EMAIL: z.optional(
    matching("an e-mail address", (value) => email.safeParse(value).success),
  ),
  SUPER_ADMIN_PASSWORD: z.optional(password()),
  PROVIDER_NAME: z._default(
    matching(
      "a name of at most 80 characters in one line",
      (value) => line("", 1, 80).safeParse(value).success,
    ),
    "Hearback",
  ),
  PROVIDER_URL: z.optional(webUrl()),
  FEEDBACK_PORTAL_URL: z.optional(webUrl()),
  ...mailVariables,
  TRUST_PROXY: z._default(
    z.pipe(
      matching(
        "true, false, a number of proxies, or a comma-separated list of addresses and CIDR ranges",
        (value) => {
          const parsed = parseTrustProxy(value);
          return !Array.isArray(parsed) || parsed.every(isAddressRange);
        },
      ),
      z.transform(parseTrustProxy),
    ),
    false,
  ),
  SHUTDOWN_DELAY_SECONDS: z._default(wholeNumber(0, 60, " (seconds)"), 0),
  METRICS_TOKEN: z.optional(token()),
  ALLOW_PRIVATE_PROVIDERS: z._default(flag(), false),
  SECRET_KEY: z.optional(
    z.pipe(
      matching("32 random bytes in base64 (openssl rand -base64 32)", (value) => {
        return /^[A-Za-z0-9+/]{43}=$/.test(value);
      }),
      z.transform((value: string) => Buffer.from(value, "base64")),
    ),
  ),
  QUOTA_BOARDS: z._default(wholeNumber(1, MAX_BOARDS), DEFAULT_QUOTAS.boards),
  QUOTA_CATEGORIES: z._default(wholeNumber(1, 1000), DEFAULT_QUOTAS.categories),
  QUOTA_VIEWS: z._default(wholeNumber(1, VIEW_LIMIT), DEFAULT_QUOTAS.views),
  QUOTA_MEMBERS: z._default(wholeNumber(1, 100_000), DEFAULT_QUOTAS.members),
  QUOTA_INVITATIONS: z._default(wholeNumber(1, 1000), DEFAULT_QUOTAS.invitations),
  QUOTA_ENTRIES: z._default(wholeNumber(1, 10_000), DEFAULT_QUOTAS.entries),
  QUOTA_LABELS: z._default(wholeNumber(1, 200), DEFAULT_QUOTAS.labels),
  QUOTA_API_KEYS: z._default(wholeNumber(1, 200), DEFAULT_QUOTAS.keys),
  QUOTA_WEBHOOKS: z._default(wholeNumber(1, 100), DEFAULT_QUOTAS.webhooks),
  QUOTA_IMPORT_MB: z._default(wholeNumber(1, 1_000_000), DEFAULT_IMPORT_MEGABYTES),
  QUOTA_PICTURES_MB: z._default(wholeNumber(1, 1_000_000), DEFAULT_PICTURE_MEGABYTES),
  ...objectStoreVariables,
  DNS_SERVERS: z.optional(
    z.pipe(
      matching("a comma-separated list of IP addresses, each with a port or without", (value) => {
        return splitList(value).every(
          (server) => isIP(server.replace(/:\d{1,5}$/, "")) !== 0 || isIP(server) !== 0,
        );
      }),
      z.transform(splitList),
    ),
  ),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`), "info"),
  NODE_ENV: z.optional(z.string()),
  HEARBACK_DEV: z._default(flag(), false),
});

/** Whether a variable is set. An empty or blank value is treated as not set. */
function isSet([, value]: [string, string | undefined]) {
  return value !== undefined && value.trim() !== "";
}

/**
 * Validates the variables and applies the defaults. Reads no file and no global state except the
 * working directory.
 * @param folder base of a relative `DATA_DIR` or `ASSETS_DIR`
 * @throws ConfigError for the first invalid variable
 */
export function loadConfig(
  env: Record<string, string | undefined>,
  folder = process.cwd(),
): Config {
  const given = Object.entries(env).filter(isSet);
  const parsed = environment.safeParse(
    Object.fromEntries(
      given.map(([name, value]) => [name, name.endsWith("PASSWORD") ? value : value?.trim()]),
    ),
  );
  const problem = parsed.error?.issues[0];
  if (!parsed.success)
    throw new ConfigError(`${String(problem?.path[0])} ${problem?.message ?? "is wrong"}.`);
  const values = parsed.data;
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined)
    throw new ConfigError(
      "DATABASE_READ_URL must be left out without DATABASE_URL, of which it is a replica.",
    );
  const isLocal = isLocalOnly({ host: values.HOST, baseDomain: values.BASE_DOMAIN });
  if (values.DEMO === true && values.DEMO_PASSWORD === undefined && !isLocal)
    throw new ConfigError(
      "DEMO_PASSWORD must be set for DEMO=1, unless BASE_DOMAIN is localhost and HOST is loopback.",
    );
  return {
    port: values.PORT,
    host: values.HOST,
    baseDomain: values.BASE_DOMAIN,
    previewHosts: values.PREVIEW_HOSTS,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    idRange: values.ID_RANGE,
    dataDir: resolve(folder, values.DATA_DIR),
    assetsDir: values.ASSETS_DIR === undefined ? undefined : resolve(folder, values.ASSETS_DIR),
    demo: values.DEMO,
    demoPassword: values.DEMO_PASSWORD,
    superAdmin: { email: values.SUPER_ADMIN_EMAIL, password: values.SUPER_ADMIN_PASSWORD },
    provider: { name: values.PROVIDER_NAME, url: values.PROVIDER_URL },
    feedbackPortalUrl: values.FEEDBACK_PORTAL_URL,
    ...mailConfigOf(values, folder),
    trustProxy: values.TRUST_PROXY,
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS,
    metricsToken: values.METRICS_TOKEN,
    secretKey: values.SECRET_KEY,
    allowPrivateProviders: values.ALLOW_PRIVATE_PROVIDERS,
    quotas: quotasOf(values),
    importMegabytes: values.QUOTA_IMPORT_MB,
    pictureMegabytes: values.QUOTA_PICTURES_MB,
    pictureStore: objectStoreConfigOf(values),
    dnsServers: values.DNS_SERVERS,
    logLevel: values.LOG_LEVEL,
    isDevelopment: values.HEARBACK_DEV,
    hasHotReload: values.HEARBACK_DEV && values.NODE_ENV !== "production",
  };
}

/**
 * Returns the variables of the `.env` file in a folder, or an empty object without such a file.
 * Spread the real environment over the result, because it takes precedence.
 */
export function readDotEnv(folder: string): Record<string, string | undefined> {
  const file = join(folder, ".env");
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return {};
    throw new ConfigError(`${file} cannot be read (${code}).`, { cause: error });
  }
}

const quotasOf = (values: z.output<typeof environment>): Quotas => ({
  boards: values.QUOTA_BOARDS,
  categories: values.QUOTA_CATEGORIES,
  views: values.QUOTA_VIEWS,
  members: values.QUOTA_MEMBERS,
  invitations: values.QUOTA_INVITATIONS,
  entries: values.QUOTA_ENTRIES,
  labels: values.QUOTA_LABELS,
  keys: values.QUOTA_API_KEYS,
  webhooks: values.QUOTA_WEBHOOKS,
});
