import { expect, test } from "vitest";
import { picturesApi } from "#contract/pictures.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { picturesAmong, uploadPicture } from "./uploadPicture.ts";

const picture = { id: "a", url: "/pictures/a/9x9.webp", width: 9, height: 9 };
const file = new File(["x"], "chart.png", { type: "image/png" });

test("an upload of a picture reports its progress, and can be cancelled", async () => {
  const server = acmeServer(acmeData());
  await openPage(server, "/feedback");
  server.respond(picturesApi.upload, picture);
  const progress: number[] = [];
  const onProgress = (percent: number) => void progress.push(percent);
  const upload = uploadPicture(file, { onProgress, signal: new AbortController().signal });
  expect(await upload).toEqual(picture);
  expect(progress).toEqual([50, 100]);
  server.holdRequest(picturesApi.upload);
  const controller = new AbortController();
  const cancelled = uploadPicture(file, { onProgress, signal: controller.signal });
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
});

test("pasted files that are no pictures are left alone", () => {
  const text = new File(["x"], "notes.txt", { type: "text/plain" });
  expect(picturesAmong([text, file])).toEqual([file]);
});
