import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { PICTURE_FOLDER } from "#contract/exportFormat.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { exportToFile } from "./exportToFile.ts";

const PICTURES = 500;
/** Bytes of each picture. */
const BYTES = 200_000;

test(
  "an export with 500 pictures contains each of them, and does not hold them in memory together",
  async () => {
    const portal = await startTestPortal();
    const company = await portal.company();
    const item = await portal.item(await portal.board(company));
    const pictures = await portal.sql<{ id: string }>(
      `insert into picture (company_id, feedback_id, part, loose_since, width, height, bytes, content)
       select $1, $2, 'description', null, 640, 360, $4, decode(repeat(md5(n::text), $4 / 16), 'hex')
       from generate_series(1, $3::int) n returning id`,
      [company.id, item.id, PICTURES, BYTES],
    );
    const folder = mkdtempSync(join(tmpdir(), "hearback-export-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "export.zip");
    // Without collections, what was read and is no longer used would count.
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    collect();
    const { arrayBuffers: before } = process.memoryUsage();
    let most = 0;
    const watch = setInterval(() => {
      collect();
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 500);
    const { size } = await exportToFile(portal.database, company.subdomain, file).finally(() =>
      clearInterval(watch),
    );
    console.log(
      `${String(Math.round(size / 1e6))} MB, of which at most ${String(Math.round(most / 1e6))} MB were in memory`,
    );
    expect(size).toBeGreaterThan(PICTURES * BYTES);
    expect(most).toBeLessThan((PICTURES * BYTES) / 10);
    const files = await readZip(readFileSync(file));
    const names = [...files.keys()].filter((name) => name.startsWith(PICTURE_FOLDER));
    expect(names.toSorted()).toEqual(
      pictures.map(({ id }) => `${PICTURE_FOLDER}${id}.webp`).toSorted(),
    );
  },
  LONG_TIMEOUT,
);
