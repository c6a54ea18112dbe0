import { once } from "node:events";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { openSocket, rawExchange } from "#server/checks/attacks/support/rawExchange.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import { limitBodyTime } from "./limitBodyTime.ts";

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: ${String(length)}\r\n\r\n`;

async function startApp() {
  const app = Fastify();
  limitBodyTime(app, 50);
  onFileFinished(() => app.close());
  const finished = Promise.withResolvers<string>();
  app.post("/", () => finished.promise);
  app.post("/upload", { config: { isLargeUpload: true } }, () => "stored");
  const port = await listen({ app });
  const sendHalfBody = () => rawExchange(port, `${head("/", 10)}half`);
  return { port, finish: () => finished.resolve("done"), sendHalfBody };
}

test("a request whose body does not arrive in time gets 408, and its connection is closed", async () => {
  const { sendHalfBody } = await startApp();
  expect(await sendHalfBody()).toMatchObject({ statuses: [408], isClosed: true });
});

test("a response is allowed to take longer than the time in which a body must arrive", async () => {
  const { port, finish, sendHalfBody } = await startApp();
  const isDone = ({ statuses }: { statuses: number[] }) => statuses.length > 0;
  const slow = rawExchange(port, `${head("/", 4)}full`, { isDone });
  // This call returns when the time limit of the half body is over. The time limit of the slow
  // request, which began earlier, is then over as well.
  await sendHalfBody();
  finish();
  expect(await slow).toMatchObject({ statuses: [200] });
});

test("the body of a large upload has more time to arrive than other bodies", async () => {
  const { port, sendHalfBody } = await startApp();
  const upload = await openSocket(port);
  upload.write(`${head("/upload", 8)}half`);
  await sendHalfBody();
  upload.write("half");
  const [response] = (await once(upload, "data")) as [Buffer];
  expect(response.toString()).toContain("200 OK");
  upload.destroy();
});
