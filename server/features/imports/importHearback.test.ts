import { beforeAll, expect, test } from "vitest";
import type { ImportRun } from "#contract/imports.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import {
  EXPORTED_COMPANY,
  exportedBoard,
  hearbackExport,
} from "#server/checks/fixtures/imports/hearbackExport.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const visitor = portal.visitor(company.host);
  let path = "";
  const work = async (verb: string): Promise<ImportRun> => {
    expect((await admin.post(`${path}/${verb}`)).status).toBe(200);
    await runJobs(portal);
    return (await admin.get(path)).body;
  };
  const upload = async (content: Uint8Array): Promise<ImportRun> => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "hearback" },
      { name: "file", filename: "export.zip", content },
    );
    const { body } = await admin.post("/api/imports", payload, headers);
    path = `/api/imports/${String(body.id)}`;
    await runJobs(portal);
    return (await admin.get(path)).body;
  };
  return {
    company,
    admin,
    upload,
    work,
    change: (body: object) => admin.patch(path, body),
    publicTitles: async (): Promise<string[]> => {
      const { body } = await visitor.get("/api/feedback");
      return body.map(({ title }: { title: string }) => title);
    },
  };
}

const skippedItems = ({ counts }: ImportRun) =>
  counts.find(({ kind }) => kind === "item")?.skipped ?? 0;

test("items of a private board become public neither by an admin's choices nor by changes after the dry run", async () => {
  const { company, admin, upload, work, change, publicTitles } = await scene();
  const [open, secret] = [
    await portal.board(company, { name: "Features" }),
    await portal.board(company, { name: "Secret", isPrivate: true }),
  ];
  const boards = [
    exportedBoard(1, " FEATURES ", { isPrivate: true, description: "For the team" }),
    exportedBoard(2, "", { isPrivate: true }),
  ];
  const content = await hearbackExport({ "data/boards.jsonl": boards });
  const { names } = await upload(content);
  expect(names).toMatchObject([
    {
      kind: "board",
      name: "FEATURES",
      match: "unknown",
      board: { slug: "features", description: "For the team", isPrivate: true },
    },
    { kind: "topic", name: "Mobile" },
  ]);
  // This public board is chosen for items without a board.
  await change({ boardId: open.id });
  expect(skippedItems(await work("dry-run"))).toBe(4);
  const chosen = (target: { id: number }) =>
    change({ names: [{ kind: "board", name: "FEATURES", target: String(target.id) }] });
  expect(await chosen(open)).toMatchObject({
    status: 400,
    body: { message: 'The board "FEATURES" is private. Choose a private board' },
  });
  expect((await chosen(secret)).status).toBe(200);
  // Only the item of the board without a name is skipped.
  expect(skippedItems(await work("dry-run"))).toBe(1);
  await admin.patch(`/api/boards/${String(secret.id)}`, { isPrivate: false });
  expect(skippedItems(await work("run"))).toBe(4);
  expect(await publicTitles()).toEqual([]);
  // A second import also skips the items of the private board, because the chosen board is public
  // now.
  await upload(content);
  expect(skippedItems(await work("dry-run"))).toBe(4);
  await admin.patch(`/api/boards/${String(secret.id)}`, { isPrivate: true });
  await work("dry-run");
  await work("run");
  expect(await publicTitles()).toEqual([]);
  expect((await admin.get("/api/feedback")).body).toHaveLength(1);
});

test("an import replaces settings and logo only if an admin chooses this and the forms would accept them, and undoing the import keeps the new settings", async () => {
  const { company, admin, upload, work, change } = await scene();
  await portal.board(company, { name: "Features" });
  const settings = async () => {
    const { body } = await admin.get(`/api/company/${String(company.id)}/settings`);
    const { name, website, logoUrl, allowCustomerSignUp, brandingSettings } = body;
    return { name, website, logoUrl, allowCustomerSignUp, color: brandingSettings.primaryColor };
  };
  const before = await settings();
  const exported = {
    ...EXPORTED_COMPANY,
    website: "https://acme.example",
    allowCustomerSignUp: false,
    brandingSettings: { primaryColor: "#123abc" },
    logo: { file: "data/logo.svg", contentType: "image/png" },
  };
  const upLoad = (changes: object, logo?: string) =>
    hearbackExport({ "data/company.jsonl": [{ ...exported, ...changes }] }, {}, logo).then(upload);
  // If a settings form would refuse the settings in a file, the import does not offer these
  // settings.
  for (const changes of [
    { website: "javascript:alert(1)" },
    { name: "" },
    { brandingSettings: { primaryColor: "red;}" } },
  ]) {
    expect((await upLoad(changes)).settings).toBeUndefined();
    expect((await change({ takesSettings: true })).status).toBe(400);
    expect(
      (await admin.delete(`/api/imports/${String((await admin.get("/api/imports")).body[0].id)}`))
        .status,
    ).toBe(204);
  }
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const refused = await upLoad({}, script);
  expect(refused.settings).toMatchObject({ hasLogo: false, isChosen: false });
  expect(refused.settings?.logoProblem).toMatch(/not allowed: script/);
  await work("dry-run");
  await work("run");
  expect(await settings()).toEqual(before);
  await upLoad({}, script.replace(/<script.*script>/, '<rect width="4" height="4"/>'));
  await change({ takesSettings: true });
  const checked = await work("dry-run");
  expect(checked.settings).toEqual({
    companyName: "Acme",
    hasLogo: true,
    logoProblem: null,
    isChosen: true,
  });
  expect(await settings()).toEqual(before);
  await work("run");
  const after = {
    name: "Acme",
    website: "https://acme.example",
    logoUrl: expect.stringMatching(/^\/logos\//) as string,
    allowCustomerSignUp: false,
    color: "#123abc",
  };
  expect(await settings()).toEqual(after);
  const actions = (await auditOf(portal, company)).map(({ action }) => action);
  expect(actions.slice(-4)).toEqual([
    "import.run",
    "company.update",
    "company.branding",
    "company.logo",
  ]);
  await work("undo");
  expect(await settings()).toEqual(after);
});
