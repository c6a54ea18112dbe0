import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig, readDotEnv } from "./config.ts";
import { ConfigError } from "./configError.ts";

test("an empty environment gives the documented defaults", () => {
  expect(loadConfig({}, "/srv/hearback")).toEqual({
    port: 3000,
    host: "127.0.0.1",
    baseDomain: "localhost",
    previewHosts: [],
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    dataDir: "/srv/hearback/data",
    assetsDir: undefined,
    demo: undefined,
    superAdmin: { email: undefined, password: undefined },
    provider: { name: "Hearback" },
    feedbackPortalUrl: undefined,
    smtpUrl: undefined,
    mailFrom: "Hearback <no-reply@localhost>",
    requireConfirmedEmail: false,
    notifyDelaySeconds: 300,
    mailsPerMinute: 600,
    dkim: undefined,
    bounceToken: undefined,
    trustProxy: false,
    shutdownDelaySeconds: 0,
    metricsToken: undefined,
    secretKey: undefined,
    allowPrivateProviders: false,
    quotas: {
      boards: 200,
      categories: 200,
      views: 100,
      members: 500,
      invitations: 100,
      entries: 2_000,
      labels: 50,
      keys: 20,
      webhooks: 20,
    },
    importMegabytes: 2_048,
    pictureMegabytes: 1_024,
    pictureStore: undefined,
    logLevel: "info",
    isDevelopment: false,
    hasHotReload: false,
  });
});

test("an environment variable with an empty value is treated as not set", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: " ", DEMO: "" })).toEqual(loadConfig({}));
});

describe("valid environment variables", () => {
  test.each([
    [{ PORT: "0" }, { port: 0 }],
    [{ HOST: "::1" }, { host: "::1" }],
    [{ BASE_DOMAIN: "Feedback.Example." }, { baseDomain: "feedback.example" }],
    [
      { PREVIEW_HOSTS: "Preview.example, *.dev.example" },
      { previewHosts: ["preview.example", "*.dev.example"] },
    ],
    [{ DATABASE_URL: "postgresql://u:p@db/x" }, { databaseUrl: "postgresql://u:p@db/x" }],
    [
      { DATABASE_URL: "postgres://db/x", DATABASE_READ_URL: "postgres://replica/x" },
      { databaseReadUrl: "postgres://replica/x" },
    ],
    [{ DATA_DIR: "/var/lib/hearback" }, { dataDir: "/var/lib/hearback" }],
    [{ SMTP_URL: "smtp://mail.example" }, { requireConfirmedEmail: true }],
    [
      { SMTP_URL: "smtp://mail.example", REQUIRE_CONFIRMED_EMAIL: "0" },
      { requireConfirmedEmail: false },
    ],
    [{ REQUIRE_CONFIRMED_EMAIL: "1" }, { requireConfirmedEmail: true }],
    [{ ASSETS_DIR: "/var/lib/assets" }, { assetsDir: "/var/lib/assets" }],
    [{ DEMO: "1" }, { demo: true }],
    [{ DEMO: "0" }, { demo: false }],
    [{ SUPER_ADMIN_PASSWORD: " eight to 128 " }, { superAdmin: { password: " eight to 128 " } }],
    [{ TRUST_PROXY: "true" }, { trustProxy: true }],
    [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
    [
      { TRUST_PROXY: "10.0.0.0/8, ::1,loopback" },
      { trustProxy: ["10.0.0.0/8", "::1", "loopback"] },
    ],
    [
      {
        QUOTA_BOARDS: "1",
        QUOTA_CATEGORIES: "1000",
        QUOTA_VIEWS: "1000",
        QUOTA_MEMBERS: "100000",
        QUOTA_INVITATIONS: "1000",
        QUOTA_ENTRIES: "10000",
        QUOTA_LABELS: "200",
        QUOTA_IMPORT_MB: "16",
        QUOTA_PICTURES_MB: "8",
      },
      {
        quotas: {
          boards: 1,
          categories: 1000,
          views: 1000,
          members: 100_000,
          invitations: 1000,
          entries: 10_000,
          labels: 200,
        },
        importMegabytes: 16,
        pictureMegabytes: 8,
      },
    ],
    [
      {
        S3_ENDPOINT: "https://s3.example.com",
        S3_BUCKET: "pictures",
        S3_ACCESS_KEY_ID: "id",
        S3_SECRET_ACCESS_KEY: "secret/+=",
      },
      {
        pictureStore: {
          endpoint: "https://s3.example.com",
          region: "us-east-1",
          bucket: "pictures",
          accessKeyId: "id",
          secretAccessKey: "secret/+=",
        },
      },
    ],
    [{ SHUTDOWN_DELAY_SECONDS: "60" }, { shutdownDelaySeconds: 60 }],
    [
      { NOTIFY_DELAY: "0", MAIL_RATE: "60", BOUNCE_TOKEN: "sixteen-letters!" },
      { notifyDelaySeconds: 0, mailsPerMinute: 60, bounceToken: "sixteen-letters!" },
    ],
    [
      { DKIM_DOMAIN: "example.com", DKIM_SELECTOR: "s1._a", DKIM_KEY_FILE: "/etc/dkim.pem" },
      { dkim: { domain: "example.com", selector: "s1._a", keyFile: "/etc/dkim.pem" } },
    ],
    [{ MAIL_FROM: "Acme <hello@acme.example>" }, { mailFrom: "Acme <hello@acme.example>" }],
  ])("the valid variables %o are accepted", (env, expected) => {
    expect(loadConfig(env)).toMatchObject(expected);
  });
});

test("DEMO=1 requires DEMO_PASSWORD if other machines can reach the portal", () => {
  for (const others of [{ HOST: "0.0.0.0" }, { HOST: "::" }, { BASE_DOMAIN: "example.com" }]) {
    const load = () => loadConfig({ DEMO: "1", ...others });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/^DEMO_PASSWORD must be set [^\n]+$/);
    const own = loadConfig({ DEMO: "1", DEMO_PASSWORD: "a password of our own", ...others });
    expect(own.demoPassword).toBe("a password of our own");
  }
  for (const HOST of ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
    expect(loadConfig({ DEMO: "1", HOST }).demo).toBe(true);
});

test("a configuration with only some of the DKIM variables is refused", () => {
  const all = { DKIM_DOMAIN: "example.com", DKIM_SELECTOR: "s1", DKIM_KEY_FILE: "dkim.pem" };
  for (const missing of Object.keys(all)) {
    const load = () => loadConfig({ ...all, [missing]: "" });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/^DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE must be set together/);
  }
});

describe("invalid environment variables", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "http"],
    ["HOST", "http://localhost"],
    ["BASE_DOMAIN", "example.com:3000"],
    ["BASE_DOMAIN", "https://example.com"],
    ["PREVIEW_HOSTS", "pr-*.example.com"],
    ["DATABASE_URL", "mysql://root:secret@db/x"],
    ["DATABASE_READ_URL", "secret"],
    ["DATABASE_READ_URL", "postgres://u:secret@db/x"],
    ["DEMO", "perhaps"],
    ["DEMO_PASSWORD", "secret"],
    ["SUPER_ADMIN_EMAIL", "admin"],
    ["SUPER_ADMIN_PASSWORD", "secret"],
    ["PROVIDER_NAME", "secret".repeat(20)],
    ["PROVIDER_URL", "javascript:secret"],
    ["FEEDBACK_PORTAL_URL", "/feedback"],
    ["SMTP_URL", "http://user:secret@mail"],
    ["MAIL_FROM", "Acme"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "everybody"],
    ["NOTIFY_DELAY", "86401"],
    ["NOTIFY_DELAY", "5 minutes"],
    ["NOTIFY_DELAY", "-1"],
    ["MAIL_RATE", "0"],
    ["MAIL_RATE", "fast"],
    ["DKIM_DOMAIN", "https://secret.example"],
    ["DKIM_SELECTOR", "secret key"],
    ["DKIM_KEY_FILE", "secret\0"],
    ["BOUNCE_TOKEN", "secret"],
    ["SHUTDOWN_DELAY_SECONDS", "61"],
    ["SHUTDOWN_DELAY_SECONDS", "-1"],
    ["METRICS_TOKEN", "secret"],
    ["SECRET_KEY", "c2hvcnQ="],
    ["QUOTA_BOARDS", "1001"],
    ["QUOTA_CATEGORIES", "0"],
    ["QUOTA_MEMBERS", "1e3"],
    ["QUOTA_INVITATIONS", "1001"],
    ["QUOTA_ENTRIES", "10001"],
    ["QUOTA_LABELS", "201"],
    ["LOG_LEVEL", "loud"],
  ])(
    "%s=%s is refused with one line that contains the variable's name but not its value",
    (name, value) => {
      const load = () => loadConfig({ [name]: value });
      expect(load).toThrow(ConfigError);
      expect(load).toThrow(new RegExp(`^${name} must be [^\n]+$`));
      expect(load).not.toThrow(/secret/);
    },
  );
});

test("the variables of a .env file are used, and a missing .env file is no error", () => {
  const folder = mkdtempSync(join(tmpdir(), "hearback-config-"));
  try {
    expect(readDotEnv(folder)).toEqual({});
    writeFileSync(join(folder, ".env"), 'PORT=4000\nPROVIDER_NAME="Acme Tools" # ours\n');
    expect(loadConfig({ ...readDotEnv(folder), PORT: "5000" })).toMatchObject({
      port: 5000,
      provider: { name: "Acme Tools" },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
