import type { Config } from "#server/platform/config/config.ts";
import { DEMO_SUPER_ADMIN } from "#server/features/portal/demoPortal.queries.ts";
import { DEMO_COMPANIES } from "#server/operations/demo/demoContent.ts";
import { DEMO_PASSWORD } from "#server/operations/demo/seedDemo.ts";
import type { Filled } from "./fillEmptyDatabase.ts";

interface Started {
  config: Config;
  port: number;
  filled: Filled;
}

/**
 * Returns the text that is printed on standard output after a start. The text contains the URLs,
 * the demo accounts and the generated password.
 */
export function startMessage({ config, port, filled }: Started): string {
  const origin = (host: string) => `http://${host}:${String(port)}`;
  const lines = ["", `Hearback is running: ${origin(config.baseDomain)}`];
  if (filled.hasDemo) {
    for (const { subdomain, name } of DEMO_COMPANIES) {
      lines.push(`  ${name}: ${origin(`${subdomain}.${config.baseDomain}`)}`);
    }
    const password =
      config.demoPassword === undefined
        ? `password ${DEMO_PASSWORD}`
        : "with the password in DEMO_PASSWORD";
    lines.push("", `Demo accounts, ${password}:`);
    for (const { people } of DEMO_COMPANIES) {
      for (const person of people.slice(0, 2)) lines.push(`  ${person.username} (${person.role})`);
    }
    lines.push(`  ${DEMO_SUPER_ADMIN} (super_admin)`);
  }
  if (filled.newSuperAdmin) {
    const { username, password } = filled.newSuperAdmin;
    lines.push("", `Super admin, shown this once: ${username} with password ${password}`);
  }
  lines.push("", "Ctrl-C stops it.", "");
  return lines.join("\n");
}
