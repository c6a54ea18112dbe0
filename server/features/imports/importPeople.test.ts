import { DEFAULT_IMPORT_MEGABYTES, DEFAULT_PICTURE_MEGABYTES } from "#contract/quotas.ts";
import { beforeAll, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { checkRecords } from "./checkRecords.ts";
import { writeSlices } from "./writeRecords.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const uploadFile = async (content: string) => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content },
    );
    const { body } = await admin.post("/api/imports", payload, headers);
    const path = `/api/imports/${String(body.id)}`;
    await runJobs(portal);
    await admin.patch(path, { boardId: board.id });
    return { path, key: { companyId: company.id, importId: Number(body.id) } };
  };
  const importFile = async (content: string) => {
    const { path } = await uploadFile(content);
    for (const verb of ["dry-run", "run"]) {
      await admin.post(`${path}/${verb}`);
      await runJobs(portal);
    }
  };
  const authors = async () => {
    const rows = await portal.sql<{ title: string; username: string | null }>(
      `select f.title, u.username from feedback_item f left join user_account u on u.id = f.user_id
       where company_id = $1 order by f.id`,
      [company.id],
    );
    return rows.map(({ username }) => username);
  };
  return { company, admin, uploadFile, importFile, authors };
}

test("an account gets the imported items of its e-mail address only when the account signs in at the company with a confirmed address", async () => {
  const { company, importFile, authors } = await scene();
  const other = await portal.company();
  const account = await portal.user("user", other);
  const { id, username } = account;
  await importFile(`title,author_email,author_name\nOne,${username.toUpperCase()},Forged Name\n`);
  const imported = `${username.replace("@", "=")}@${String(company.id)}.imported.invalid`;
  const logIn = async (host: string, as = username) => {
    const reply = await portal
      .visitor(host)
      .post("/api/login", { username: as, password: TEST_PASSWORD });
    await runJobs(portal);
    return reply.status;
  };
  expect(await logIn(company.host, imported)).toBe(401);
  await portal.sql("update user_account set confirmed_at = null where id = $1", [id]);
  expect(await logIn(company.host)).toBe(200);
  expect(await authors()).toEqual([imported]);
  await portal.sql("update user_account set confirmed_at = now() where id = $1", [id]);
  expect(await logIn(other.host)).toBe(200);
  expect(await authors()).toEqual([imported]);
  expect(await logIn(company.host)).toBe(200);
  expect(await authors()).toEqual([username]);
  const people = await portal.sql(
    "select full_name, role, home_company_id from user_account where username in ($1, $2)",
    [username, imported],
  );
  expect(people).toEqual([
    { full_name: account.fullName, role: "user", home_company_id: String(other.id) },
  ]);
});

test("two concurrent jobs of an import and a later job that continues the import handle each record exactly once", async () => {
  const { company, admin, uploadFile, authors } = await scene();
  const rows = Array.from({ length: 1_200 }, (_, row) => `${String(row)},Item ${String(row)},2`);
  const { path, key } = await uploadFile(["id,title,votes", ...rows].join("\n"));
  await admin.post(`${path}/dry-run`);
  const db = portal.database.tenant(company.id);
  const oneSlice = () =>
    checkRecords(db, key.importId, {
      megabytes: DEFAULT_IMPORT_MEGABYTES,
      pictureMegabytes: DEFAULT_PICTURE_MEGABYTES,
      mayContinue: () => false,
    });
  await Promise.all([oneSlice(), oneSlice()]);
  expect((await admin.get(path)).body).toMatchObject({
    state: "checking",
    counts: [{ new: 500 }],
  });
  await runJobs(portal);
  expect((await admin.get(path)).body).toMatchObject({
    state: "checked",
    counts: [{ new: 1_200 }],
  });
  await admin.post(`${path}/run`);
  const pictures = { megabytes: DEFAULT_PICTURE_MEGABYTES };
  const write = () => writeSlices(portal.database, key, { pictures, mayContinue: () => false });
  await Promise.all([write(), write()]);
  await runJobs(portal);
  expect((await admin.get(path)).body).toMatchObject({ state: "done", counts: [{ new: 1_200 }] });
  expect(await authors()).toHaveLength(1_200);
});

test("a job that begins a dry run late does not delete records that another job has planned since", async () => {
  const { company, admin, uploadFile } = await scene();
  const { path, key } = await uploadFile("id,title\n1,One\n2,Two\n3,Three");
  await admin.post(`${path}/dry-run`);
  const db = portal.database.tenant(company.id);
  const late: typeof db = {
    ...db,
    // The other job plans all records after the late job has read the progress.
    first: async (...statement) => {
      const row = await db.first(...statement);
      await checkRecords(db, key.importId, {
        megabytes: DEFAULT_IMPORT_MEGABYTES,
        pictureMegabytes: DEFAULT_PICTURE_MEGABYTES,
        mayContinue: () => false,
      });
      return row;
    },
  };
  await checkRecords(late, key.importId, {
    megabytes: DEFAULT_IMPORT_MEGABYTES,
    pictureMegabytes: DEFAULT_PICTURE_MEGABYTES,
    mayContinue: () => true,
  });
  await runJobs(portal);
  const { text } = await admin.get(`${path}/report.csv`);
  expect(text.trim().split("\r\n")).toHaveLength(1 + 3);
});
