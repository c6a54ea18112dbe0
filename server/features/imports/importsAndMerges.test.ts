import { beforeAll, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { csvOf } from "#server/checks/fixtures/imports/csvOf.ts";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Returns a CSV file with the items "Source" and "Target" on these boards. */
const items = (source: string, target: string) =>
  csvOf([
    ["id", "title", "board"],
    ["1", "Source", source],
    ["2", "Target", target],
  ]);

/** Imports the two items, comments on "Source", and merges it into "Target". */
async function mergedScene(source: string, target: string) {
  const scene = await importScene(portal);
  const { admin, importFile, idOf } = scene;
  await importFile("csv", items(source, target));
  const [sourceId, targetId] = [await idOf("Source"), await idOf("Target")];
  const comment = () =>
    admin.post(`/api/feedback/${String(sourceId)}/comments`, { content: "From the source" });
  const merge = async () => {
    const reply = await admin.post(`/api/feedback/${String(sourceId)}/merge`, { targetId });
    expect(reply.status).toBe(200);
  };
  const commentsOfTarget = async (viewer: Visitor) => {
    const { body } = await viewer.get(`/api/feedback/${String(targetId)}/comments`);
    return body.map(({ content }: Comment) => content);
  };
  return { ...scene, comment, merge, commentsOfTarget };
}

test("an import that moves the target of a merge to a public board takes the comments of private merged items out of it, and the undo brings them back", async () => {
  const { admin, visitor, importFile, work, comment, merge, commentsOfTarget } = await mergedScene(
    "Secret",
    "Secret",
  );
  await comment();
  await merge();
  expect(await commentsOfTarget(admin)).toEqual(["From the source"]);
  const done = await importFile("csv", items("Secret", "Ideas"));
  expect(await commentsOfTarget(visitor)).toEqual([]);
  expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  await work(done, "undo");
  expect(await commentsOfTarget(admin)).toEqual(["From the source"]);
  expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
});

test("the undo of an import that moves the target of a merge back to a public board takes the comments of private merged items out of it", async () => {
  const { visitor, importFile, work, comment, merge, commentsOfTarget } = await mergedScene(
    "Secret",
    "Ideas",
  );
  await comment();
  const done = await importFile("csv", items("Secret", "Secret"));
  await merge();
  await work(done, "undo");
  expect(await commentsOfTarget(visitor)).toEqual([]);
});

test("an import that moves a merged item to a private board takes the item's comments out of the public target", async () => {
  const { visitor, importFile, comment, merge, commentsOfTarget } = await mergedScene(
    "Ideas",
    "Ideas",
  );
  await comment();
  await merge();
  expect(await commentsOfTarget(visitor)).toEqual(["From the source"]);
  await importFile("csv", items("Secret", "Ideas"));
  expect(await commentsOfTarget(visitor)).toEqual([]);
});

/** Returns a Fider backup with the posts "One", "Two" and "Three", of which the first can be a duplicate of the second. */
const fiderPosts = (isDuplicate: boolean) =>
  fiderBackup({
    posts: ["One", "Two", "Three"].map((title, index) => ({
      id: 101 + index,
      number: 1 + index,
      title,
      status: isDuplicate && index === 0 ? 5 : 0,
      original_id: isDuplicate && index === 0 ? 102 : null,
      created_at: "2024-03-02T10:00:00Z",
      response: null,
    })),
    comments: [],
    post_votes: [],
    post_subscribers: [],
    post_tags: [],
  });

async function importedMergeScene() {
  const scene = await importScene(portal);
  const { admin, importFile, idOf } = scene;
  await importFile("fider", await fiderPosts(false));
  const ids = { one: await idOf("One"), two: await idOf("Two"), three: await idOf("Three") };
  const done = await importFile("fider", await fiderPosts(true));
  const targetOfOne = async () => {
    const [row] = await portal.sql<{ id: string | null }>(
      "select merged_into_id as id from feedback_item where id = $1",
      [ids.one],
    );
    return row?.id ? Number(row.id) : null;
  };
  expect(await targetOfOne()).toBe(ids.two);
  const merge = (id: number, targetId: number) =>
    admin.post(`/api/feedback/${String(id)}/merge`, { targetId });
  return { ...scene, ids, done, targetOfOne, merge };
}

test("the undo of an import takes back its merge even if the target was merged since", async () => {
  const { ids, done, targetOfOne, merge, work } = await importedMergeScene();
  await merge(ids.two, ids.three);
  expect(await targetOfOne()).toBe(ids.three);
  await work(done, "undo");
  expect(await targetOfOne()).toBeNull();
});

test("the undo of an import keeps a merge into another item that people have made since", async () => {
  const { admin, ids, done, targetOfOne, merge, work } = await importedMergeScene();
  await admin.post(`/api/feedback/${String(ids.one)}/unmerge`);
  await merge(ids.one, ids.three);
  expect(await targetOfOne()).toBe(ids.three);
  await work(done, "undo");
  expect(await targetOfOne()).toBe(ids.three);
});
