import { request } from "node:http";
import { BASE_DOMAIN, PROXY, clientAddress } from "./addresses.ts";
import { expectEqual } from "./checkList.ts";
import { overHttps } from "./httpsClient.ts";
import type { Trial } from "./trial.ts";

const CUSTOM_HOST = "ideas.customer.example";

const VISITOR = clientAddress(1);
const ADMIN = clientAddress(2);

/**
 * Checks that Caddy gets certificates for the hosts that the portals serve, and for no other hosts.
 */
export async function checkHosts({ checks, client, community, names }: Trial): Promise<void> {
  const { company, admin } = community;
  const visit = (host: string, path = "/") => client.call({ host, path, from: VISITOR });
  const expectPage = async (host: string, path?: string) => {
    const { status, failure, ms } = await visit(host, path);
    expectEqual(host, failure ?? status, 200);
    return `with its handshake ${String(Math.round(ms))} ms`;
  };
  const expectRefusal = async (host: string) => {
    const { status, failure } = await visit(host);
    expectEqual(`status of ${host}`, status, 0);
    return failure;
  };
  const asAdmin = async (method: string, path: string, body?: unknown) => {
    const headers = { cookie: overHttps(admin.cookie) };
    const { host } = company;
    const reply = await client.call({ host, from: ADMIN, method, path, body, headers });
    expectEqual(`${method} ${path}`, reply.failure ?? reply.status, 200);
    return JSON.parse(reply.text) as { customDomainVerified: boolean };
  };
  const domainPath = `/api/company/${String(company.id)}/domain`;

  await checks.check("the product's host gets a certificate at its first visit", () =>
    expectPage(BASE_DOMAIN),
  );
  await checks.check("a company's host gets a certificate at its first visit", () =>
    expectPage(company.host, "/feedback"),
  );
  await checks.check(
    "a custom host gets no certificate before its domain is verified",
    async () => {
      await asAdmin("PATCH", domainPath, { customDomain: CUSTOM_HOST });
      return expectRefusal(CUSTOM_HOST);
    },
  );
  await checks.check("a verified custom host gets a certificate at its first visit", async () => {
    names.aliases.set(CUSTOM_HOST, company.host);
    await asAdmin("POST", `${domainPath}/check`);
    return expectPage(CUSTOM_HOST, "/feedback");
  });
  await checks.check("a subdomain without a company gets no certificate", () =>
    expectRefusal(`nobody.${BASE_DOMAIN}`),
  );
  await checks.check("an unknown host gets no certificate", () => expectRefusal("unknown.example"));
  await checks.check("plain http is redirected to https", async () => {
    const { status, location } = await visitPlainly(company.host, "/feedback?sort=new");
    expectEqual("reply", [status, location], [301, `https://${company.host}/feedback?sort=new`]);
    return undefined;
  });
}

function visitPlainly(host: string, path: string) {
  return new Promise<{ status: number | undefined; location: string | undefined }>(
    (resolve, reject) => {
      request({ host: PROXY, path, headers: { host } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      })
        .on("error", reject)
        .end();
    },
  );
}
