import type { AddressInfo } from "node:net";
import type { TestApp } from "./testPortal.ts";

/** Lets an app answer over a port too, for what `inject` cannot: answers that do not end. */
export async function listen({ app }: Pick<TestApp, "app">): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}
