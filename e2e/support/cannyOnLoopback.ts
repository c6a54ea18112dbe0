import dns from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";

// The browser tests load this file into the portal before the portal's own code. The file replaces
// the name lookup of canny.io, and redirects requests for canny.io to a server on this machine. The
// portal has no setting for such a redirect, and its check of IP addresses stays active.

const { searchParams } = new URL(import.meta.url);
const server = `http://127.0.0.1:${searchParams.get("port") ?? ""}`;

/** A public IP address, so that the portal accepts it. No request is sent to it. */
const PUBLIC_ADDRESS = "1.1.1.1";

const { lookup } = dns;
const { request } = https;
Object.assign(dns, {
  lookup: async (name: string, options: object) =>
    name === "canny.io" ? [{ address: PUBLIC_ADDRESS, family: 4 }] : lookup(name, options),
});
Object.assign(https, {
  request: (url: URL, options: https.RequestOptions) =>
    url.hostname === "canny.io"
      ? http.request(new URL(url.pathname, server), options)
      : request(url, options),
});
syncBuiltinESMExports();
