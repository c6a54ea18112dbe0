import {
  changelogEntry,
  changelogLabel,
  changelogSubscriber,
} from "../entities/changelogEntities.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn } from "./policyRow.ts";

// Expected statuses of the changelog (docs/product-decisions.md "Who may call what"). A "public"
// entry is published, a "private" one is a draft.

const READ = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 200 200 200 200 404 200 404 200 200",
  private: /*    */ "401 404 404 404 200 404 404 404 200 200",
  foreign: /*    */ "401 404 404 404 404 200 404 404 404 404",
  foreignPrivate: "401 404 404 404 404 200 404 404 404 404",
  missing: /*    */ "401 404 404 404 404 404 404 404 404 404",
};

const ADMINISTER = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  foreign: /*    */ "401 401 403 403 404 2xx 403 404 404 404",
  missing: /*    */ "401 401 403 403 404 404 403 404 404 404",
};

/** Expected statuses of changes that a published entry refuses. */
const ADMINISTER_DRAFT = {
  private: ADMINISTER.public,
  foreignPrivate: ADMINISTER.foreign,
  missing: ADMINISTER.missing,
};

const LIST = "401 200 200 200 200 200 200 200 200 200";
const CREATE = "401 401 403 403 201 201 403 403 201 201";

/** Subscribing needs an account and a company. */
const SUBSCRIBE = "401 401 200 200 200 200 200 404 200 200";
const MANAGE = "401 401 403 403 200 200 403 403 200 200";

let serial = 0;
const fresh = (what: string) => `${what} ${String((serial += 1))}`;

/** The number of saves of the entities of this matrix. */
const revision = 1;

export const changelogPolicy: AccessPolicy = {
  "GET /api/changelog": [call(LIST), call(LIST, { send: () => ({ query: "state=draft" }) })],
  "POST /api/changelog": [
    call(CREATE, { send: () => ({ body: { title: fresh("Entry") } }) }),
    call("401 401 403 403 400 201 403 403 400 400", {
      about: "with B's item",
      send: async ({ portal, otherBoard }) => ({
        body: { title: fresh("Entry"), itemIds: [(await portal.item(otherBoard)).id] },
      }),
    }),
  ],
  "GET /api/changelog/linkable": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/changelog/:id": callOn(changelogEntry, READ),
  "GET /api/changelog/slug/:slug": callOn(
    async (...given) => ({ slug: `entry-${String((await changelogEntry(...given))["id"])}` }),
    READ,
  ),
  "PATCH /api/changelog/:id": callOn(changelogEntry, ADMINISTER, {
    send: () => ({ body: { title: fresh("Changed"), revision } }),
  }),
  "DELETE /api/changelog/:id": callOn(changelogEntry, ADMINISTER),
  "GET /api/changelog/:id/audience": callOn(changelogEntry, ADMINISTER),
  "POST /api/changelog/:id/publish": callOn(changelogEntry, ADMINISTER_DRAFT, {
    send: () => ({ body: { tell: ["followers"] } }),
  }),
  "POST /api/changelog/:id/unpublish": callOn(changelogEntry, ADMINISTER),
  "GET /api/changelog/labels": [call(LIST)],
  "POST /api/changelog/labels": [
    call(CREATE, { send: () => ({ body: { name: fresh("Label"), color: "#112233" } }) }),
  ],
  "PATCH /api/changelog/labels/:id": callOn(changelogLabel, ADMINISTER, {
    send: () => ({ body: { name: fresh("Renamed"), color: "#112233" } }),
  }),
  "DELETE /api/changelog/labels/:id": callOn(changelogLabel, ADMINISTER),
  "GET /api/changelog/timeline": [call(LIST)],
  "GET /api/changelog/months": [call(LIST)],
  "GET /api/changelog/subscription": [call(SUBSCRIBE)],
  "PUT /api/changelog/subscription": [call(SUBSCRIBE)],
  "DELETE /api/changelog/subscription": [call(SUBSCRIBE.replaceAll("200", "204"))],
  "POST /api/changelog/subscribers": [
    call("401 204 204 204 204 204 204 404 204 204", {
      send: () => ({ body: { email: `${fresh("reader").replace(" ", "-")}@example.com` } }),
    }),
  ],
  "GET /api/changelog/subscribers": [call(MANAGE)],
  "GET /api/changelog/subscribers.csv": [call(MANAGE)],
  "DELETE /api/changelog/subscribers/:id": callOn(changelogSubscriber, ADMINISTER),
};
