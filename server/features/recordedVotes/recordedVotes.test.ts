import { beforeAll, describe, expect, test } from "vitest";
import type { Voter } from "#contract/recordedVotes.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { nextOf } from "#server/checks/fixtures/readPages.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const board = await portal.board(cast.company);
  const item = await portal.item(board, { title: "Dark mode" });
  const path = `/api/feedback/${String(item.id)}`;
  return { ...cast, board, item, path, votes: `${path}/votes` };
}

describe("recording a vote", () => {
  test("a vote that is recorded by id or by e-mail address is counted once, and the list of voters shows the voter and the admin who recorded the vote", async () => {
    const { viewers, company, user, admin, path, votes } = await scene();
    const second = await portal.user("user", company);
    const recorded = await viewers.C.post(votes, { userId: user.id });
    expect([recorded.status, recorded.body]).toEqual([
      201,
      {
        userId: user.id,
        user: { username: user.username, fullName: user.fullName, pictureUrl: null },
        votes: 1,
        undoToken: expect.any(String),
      },
    ]);
    const byAddress = { username: second.username.toUpperCase() };
    expect((await viewers.C.post(votes, byAddress)).body.votes).toBe(2);
    const again = await viewers.C.post(votes, { userId: user.id });
    expect([again.status, again.body.message]).toEqual([409, "This person has already voted"]);
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 2, hasVoted: true });
    await viewers.V.post(`${path}/vote`);
    const page = await viewers.C.get(`${votes}?limit=2`);
    const rest = await viewers.C.get(nextOf(page) ?? "");
    expect(page.headers["x-total-count"]).toBe("3");
    const voters = [...page.body, ...rest.body];
    expect(new Map(voters.map(({ userId, recordedBy }) => [userId, recordedBy]))).toEqual(
      new Map([
        [user.id, { fullName: admin.fullName }],
        [second.id, { fullName: admin.fullName }],
        [expect.any(Number), null],
      ]),
    );
  });

  test("the refusal of an e-mail address that is unknown in the company does not reveal whether another company knows the address", async () => {
    const { viewers, stranger, votes, path } = await scene();
    const refusals = [];
    for (const username of [stranger.username, "nobody@example.com"]) {
      const { status, body } = await viewers.C.post(votes, { username });
      refusals.push([status, body]);
    }
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject([400, { errors: { username: [/^Nobody with this/] } }]);
    expect((await viewers.C.get(path)).body.votes).toBe(0);
  });

  test.each([
    ["neither an id nor an address", {}],
    ["both an id and an address", { userId: 1, username: "a@example.com" }],
    ["an id that is no number", { userId: "one" }],
    ["an invalid address", { username: "somebody" }],
  ])("a request to record a vote with %s gets 400 and records nothing", async (_, body) => {
    const { viewers, votes, path } = await scene();
    expect((await viewers.C.post(votes, body)).status).toBe(400);
    expect((await viewers.C.get(path)).body.votes).toBe(0);
  });

  test("a vote cannot be recorded for a closed item", async () => {
    const { viewers, user, path, votes } = await scene();
    await viewers.C.post(`${path}/close`, { reason: "other" });
    const { status, body } = await viewers.C.post(votes, { userId: user.id });
    expect([status, body.message]).toEqual([409, "This item is closed"]);
  });

  test("admins see which voters are admins or blocked, and the unnamed votes of merged items are added to those of the target", async () => {
    const { viewers, user, admin, board, item, path, votes } = await scene();
    const source = await portal.item(board);
    await portal.sql(
      "update feedback_item set votes = votes + 5, unnamed_votes = 5 where id = any ($1)",
      [[item.id, source.id]],
    );
    await viewers.U.post(`${path}/vote`);
    await viewers.C.post(`${path}/vote`);
    await viewers.C.request("PUT", `/api/blocked-accounts/${String(user.id)}`, {});
    await viewers.C.post("/api/feedback/merge", { ids: [source.id], targetId: item.id });
    const { headers, body } = await viewers.C.get(votes);
    expect(headers["x-total-count"]).toBe("2");
    expect(
      new Map(
        body.map(({ userId, ...voter }: Voter) => [userId, [voter.isAdmin, voter.isBlocked]]),
      ),
    ).toEqual(
      new Map([
        [user.id, [false, true]],
        [admin.id, [true, false]],
      ]),
    );
    expect((await viewers.C.get(path)).body).toMatchObject({ votes: 12, unnamedVotes: 10 });
    expect((await viewers.A.get(path)).body).toMatchObject({ votes: 12, unnamedVotes: null });
  });

  test("the e-mail address of a voter whose only activity in the company is a vote is masked", async () => {
    const { viewers, stranger, path, votes } = await scene();
    await viewers.V.post(`${path}/vote`);
    const { body } = await viewers.C.get(votes);
    expect(body).toMatchObject([{ userId: stranger.id, recordedBy: null }]);
    expect(body[0].user.username).toBe(`${stranger.username[0] ?? ""}•••`);
  });
});

describe("the person for whom a vote was recorded", () => {
  test("a person with a recorded vote follows the item only if the admin chose this, and can change the level later", async () => {
    const { viewers, company, user, path, votes } = await scene();
    const follower = await portal.user("user", company);
    await viewers.C.post(votes, { userId: user.id });
    await viewers.C.post(votes, { userId: follower.id, notify: true });
    const asFollower = portal.visitor(company.host, follower);
    expect((await viewers.U.get(path)).body.follow).toBeNull();
    expect((await asFollower.get(path)).body.follow).toBe("status");
    await viewers.C.patch(path, { status: "planned" });
    await runJobs(portal);
    expect((await viewers.U.get("/api/notifications")).body).toEqual([]);
    expect((await asFollower.get("/api/notifications")).body).toHaveLength(1);
    await viewers.U.request("PUT", `${path}/follow`, { level: "status" });
    await viewers.C.patch(path, { status: "complete" });
    await runJobs(portal);
    expect((await viewers.U.get("/api/notifications")).body).toHaveLength(1);
  });

  test("a person finds a recorded vote in the list of voted items and in the download of the account's data", async () => {
    const { viewers, user, item, votes } = await scene();
    await viewers.C.post(votes, { userId: user.id });
    expect((await viewers.U.get("/api/feedback?mine=voted")).body).toMatchObject([{ id: item.id }]);
    expect((await viewers.U.get("/api/feedback?mine=followed")).body).toEqual([]);
    expect((await viewers.U.get("/api/user/data")).body.votes).toMatchObject([
      { feedbackId: item.id, isRecorded: true },
    ]);
  });
});

describe("taking back a recorded vote", () => {
  test("taking back a recorded vote removes the vote, and both actions are in the audit log", async () => {
    const { viewers, company, user, path, votes } = await scene();
    await viewers.C.post(votes, { userId: user.id });
    const withdraw = () => viewers.C.delete(`${votes}/${String(user.id)}`);
    expect((await withdraw()).status).toBe(200);
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 0, hasVoted: false });
    expect((await withdraw()).status).toBe(404);
    const details = { username: user.username };
    expect(await auditOf(portal, company)).toMatchObject([
      { action: "vote.record", subject: "Dark mode", details },
      { action: "vote.withdraw", subject: "Dark mode", details },
    ]);
  });

  test("a recorded vote can be taken back after the account of the admin who recorded it was deleted", async () => {
    const { viewers, user, admin, path, votes } = await scene();
    await viewers.C.post(votes, { userId: user.id });
    await portal.sql("delete from user_account where id = $1", [admin.id]);
    expect((await viewers.T.get(votes)).body).toMatchObject([
      { recordedBy: { fullName: "Deleted user" } },
    ]);
    expect((await viewers.U.get(path)).body.follow).toBeNull();
    expect((await viewers.T.delete(`${votes}/${String(user.id)}`)).status).toBe(200);
    expect((await viewers.U.get(path)).body.votes).toBe(0);
  });

  test("a vote that the person has cast cannot be taken back by an admin", async () => {
    const { viewers, user, path, votes } = await scene();
    await viewers.U.post(`${path}/vote`);
    expect((await viewers.C.delete(`${votes}/${String(user.id)}`)).status).toBe(404);
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 1, hasVoted: true });
  });

  test("taking back a recorded vote at the target of a merge also removes the vote of the merged item", async () => {
    const { viewers, board, user, admin, path, votes } = await scene();
    const target = await portal.item(board);
    const targetPath = `/api/feedback/${String(target.id)}`;
    await viewers.C.post(votes, { userId: user.id });
    await viewers.C.post(`${path}/merge`, { targetId: target.id });
    expect((await viewers.C.get(targetPath)).body.votes).toBe(1);
    expect((await viewers.C.get(`${targetPath}/votes`)).body).toMatchObject([
      { userId: user.id, recordedBy: { fullName: admin.fullName } },
    ]);
    await viewers.C.delete(`${targetPath}/votes/${String(user.id)}`);
    expect((await viewers.C.get(targetPath)).body.votes).toBe(0);
    await viewers.C.post(`${path}/unmerge`);
    expect((await viewers.C.get(path)).body.votes).toBe(0);
  });
});

describe("undoing", () => {
  async function undoScene() {
    const { viewers, ...rest } = await scene();
    const undo = ({ body }: Reply) =>
      viewers.C.post(`/api/undo/${(body as { undoToken: string }).undoToken}`);
    return { viewers, ...rest, undo };
  }
  const everything = { restored: 1, notRestored: [] };

  test("the undo of a recorded vote deletes it", async () => {
    const { viewers, company, user, path, votes, undo } = await undoScene();
    const recorded = await viewers.C.post(votes, { userId: user.id, notify: true });
    expect((await undo(recorded)).body).toEqual(everything);
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 0, follow: null });
    expect(await auditOf(portal, company)).toMatchObject([
      { action: "vote.record" },
      { action: "vote.withdraw", details: { username: user.username } },
    ]);
  });

  test("the undo of a recorded vote leaves a vote that another admin has recorded since, and one that was withdrawn", async () => {
    const { viewers, user, item, path, votes, undo } = await undoScene();
    const recorded = await viewers.C.post(votes, { userId: user.id });
    await viewers.T.delete(`${votes}/${String(user.id)}`);
    const again = await viewers.T.post(votes, { userId: user.id });
    const changed = { feedbackId: item.id, commentId: null, field: null, reason: "changed" };
    expect((await undo(recorded)).body).toEqual({ restored: 0, notRestored: [changed] });
    expect((await viewers.U.get(path)).body.votes).toBe(1);
    await viewers.C.delete(`${votes}/${String(user.id)}`);
    const { undoToken } = again.body as { undoToken: string };
    expect((await viewers.T.post(`/api/undo/${undoToken}`)).body).toMatchObject({ restored: 0 });
  });

  test("the undo of a withdrawal restores the vote as it was, unless the person has voted since", async () => {
    const { viewers, user, admin, path, votes, undo } = await undoScene();
    await viewers.T.post(votes, { userId: user.id, notify: true });
    const rows = () =>
      portal.sql(
        `select feedback_id, created_at, recorded_by_id, is_recorded, is_following from user_vote
         where user_id = $1`,
        [user.id],
      );
    const before = await rows();
    expect(before).not.toMatchObject([{ recorded_by_id: String(admin.id) }]);
    const withdraw = () => viewers.C.delete(`${votes}/${String(user.id)}`);
    expect((await undo(await withdraw())).body).toEqual(everything);
    expect(await rows()).toEqual(before);
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 1, hasVoted: true });
    const withdrawn = await withdraw();
    await viewers.U.post(`${path}/vote`);
    expect((await undo(withdrawn)).body).toMatchObject({ restored: 0 });
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 1, hasVoted: true });
    expect(await rows()).toMatchObject([{ is_recorded: false }]);
  });

  test("the undo of a withdrawal at the target of a merge also restores the vote of the merged item", async () => {
    const { viewers, board, user, path, votes, undo } = await undoScene();
    const [target, second] = [await portal.item(board), await portal.item(board)];
    const targetPath = `/api/feedback/${String(target.id)}`;
    const secondPath = `/api/feedback/${String(second.id)}`;
    await viewers.C.post(votes, { userId: user.id });
    await viewers.U.post(`${secondPath}/vote`);
    for (const source of [path, secondPath])
      await viewers.C.post(`${source}/merge`, { targetId: target.id });
    await viewers.C.post(`${targetPath}/votes`, { userId: user.id });
    const rows = () =>
      portal.sql(
        `select feedback_id, is_recorded, merged_from_id from user_vote
         where user_id = $1 order by feedback_id`,
        [user.id],
      );
    await viewers.C.post(`${secondPath}/unmerge`);
    const before = await rows();
    const counts = () =>
      portal.sql("select votes from feedback_item where board_id = $1 order by id", [board.id]);
    const votesBefore = await counts();
    const withdrawn = await viewers.C.delete(`${targetPath}/votes/${String(user.id)}`);
    expect((await viewers.C.get(targetPath)).body.votes).toBe(0);
    expect((await undo(withdrawn)).body).toEqual(everything);
    expect([await rows(), await counts()]).toEqual([before, votesBefore]);
  });

  test("a vote whose item or person was deleted since is not restored", async () => {
    const { viewers, item, path, votes, undo, company } = await undoScene();
    const [first, second] = [
      await portal.user("user", company),
      await portal.user("user", company),
    ];
    const withdrawnOf = async ({ id }: { id: number }) => {
      await viewers.C.post(votes, { userId: id });
      return viewers.C.delete(`${votes}/${String(id)}`);
    };
    const ofPerson = await withdrawnOf(first);
    await portal.sql("delete from user_account where id = $1", [first.id]);
    const refused = await undo(ofPerson);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "An account that this belonged to was deleted, so nothing was restored",
    ]);
    const ofItem = await withdrawnOf(second);
    await viewers.C.delete(path);
    const deleted = { feedbackId: item.id, commentId: null, field: null, reason: "deleted" };
    expect((await undo(ofItem)).body).toEqual({ restored: 0, notRestored: [deleted] });
  });
});
