import { randomBytes } from "node:crypto";
import { hashPassword } from "#server/features/auth/password.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { DEMO_SUPER_ADMIN } from "#server/features/portal/demoPortal.queries.ts";
import { DEMO_CLIENT } from "#server/operations/demo/mountDemoProvider.ts";
import type { DemoOptions } from "#server/operations/demo/seedDemo.ts";
import { seedDemo } from "#server/operations/demo/seedDemo.ts";
import { demoIssuerOf } from "#server/platform/config/demoIssuerOf.ts";
import { sealSecret } from "#server/platform/secrets/sealSecret.ts";
import {
  countUsers,
  findUserByUsername,
  insertUser,
} from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import {
  refusePublishedPassword,
  secureDemoAccounts,
} from "#server/operations/demo/secureDemoAccounts.ts";
import { isLocalOnly } from "#server/platform/config/isLocalOnly.ts";
import { lockSetup } from "./setup.queries.ts";

/** Result of filling the database. */
export interface Filled {
  hasDemo: boolean;
  /**
   * The first super admin, if the password was generated because none was configured; otherwise
   * null. The portal prints the password once and never again.
   */
  newSuperAdmin: { username: string; password: string } | null;
}

/**
 * Creates the first super admin and, depending on the configuration, the demo data in an empty
 * database (docs/product-decisions.md "Accounts", "Demo data"). Creates either everything or
 * nothing. In a database that has accounts, changes nothing except passwords and sessions of demo
 * accounts (`secureDemoAccounts`).
 */
export async function fillEmptyDatabase(
  system: SystemDb,
  { config, isEmbedded }: { config: Config; isEmbedded: boolean },
): Promise<Filled> {
  refusePublishedPassword(config);
  const fill = async (db: SystemDb): Promise<Filled> => {
    await db.all(lockSetup, {});
    const users = await db.first(countUsers, {});
    if (!users || users.count > 0) {
      const demoAccount = await db.first(findUserByUsername, {
        usernameKey: usernameKey(DEMO_SUPER_ADMIN),
      });
      if (demoAccount) await secureDemoAccounts(db, config);
      return { hasDemo: demoAccount !== undefined, newSuperAdmin: null };
    }
    const withDemo = config.demo ?? (isEmbedded && isLocalOnly(config));
    const { email, password } = config.superAdmin;
    const isDemoAccount = email === undefined || usernameKey(email) === DEMO_SUPER_ADMIN;
    if (withDemo) {
      const superAdminPassword = isDemoAccount ? password : undefined;
      await seedDemo(db, {
        password: config.demoPassword,
        superAdminPassword,
        originOf: (subdomain) => demoOrigin(config, subdomain),
        isMailed: config.smtpUrl === undefined,
        provider: demoProviderOf(config),
      });
    }
    if (withDemo && isDemoAccount) return { hasDemo: true, newSuperAdmin: null };
    const username = email ?? "admin@example.com";
    const chosen = password ?? randomBytes(12).toString("base64url");
    await db.all(insertUser, {
      username,
      passwordHash: await hashPassword(chosen),
      fullName: "Super Admin",
      role: "super_admin",
      companyId: null,
      isConfirmed: true,
      timeZone: "UTC",
    });
    return {
      hasDemo: withDemo,
      newSuperAdmin: password === undefined ? { username, password: chosen } : null,
    };
  };
  // The statement timeout of this transaction is longer than usual, because other processes wait
  // for the lock while one process fills the database.
  return system.transaction(fill, { isLong: true });
}

/** Returns the provider that the demo runs itself; undefined where it cannot. */
function demoProviderOf(config: Config): DemoOptions["provider"] {
  const issuer = demoIssuerOf(config);
  if (issuer === null) return undefined;
  const { clientId, clientSecret } = DEMO_CLIENT;
  return {
    subdomain: "globex",
    name: "Globex Login",
    issuer,
    clientId,
    clientSecret: sealSecret(config, clientSecret),
  };
}

/**
 * Returns the start of links in the demo's mails. The links contain the port only on localhost,
 * because a proxy serves any other domain on the default port.
 */
function demoOrigin({ baseDomain, port }: Config, subdomain: string): string {
  const isLocal = baseDomain === "localhost";
  return `${isLocal ? "http" : "https"}://${subdomain}.${baseDomain}${isLocal ? `:${String(port)}` : ""}`;
}
