import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errorBody.ts";
import {
  ALREADY_PUBLISHED,
  ENTRY_CHANGED,
  ITEM_TAKEN,
  LABEL_TAKEN,
  NOT_PUBLISHED,
  SLUG_TAKEN,
} from "#contract/changelog.ts";
import { NOT_EDITABLE, PENDING_COMMENT } from "#contract/comments.ts";
import { NEEDS_APPROVAL, NOT_OPEN } from "#contract/feedback.ts";
import { IMPORT_CONFLICTS } from "#contract/imports.ts";
import { UNCONFIRMED_ADMIN } from "#contract/members.ts";
import { MERGE_CONFLICTS } from "#contract/merging.ts";
import { CHANGED_POST } from "#contract/moderation.ts";
import { NO_PLACE } from "#contract/roadmap.ts";
import { ALREADY_VOTED } from "#contract/recordedVotes.ts";
import { ACCOUNT_DELETED } from "#contract/undo.ts";
import {
  DEFAULT_IMPORT_MEGABYTES,
  DEFAULT_PICTURE_MEGABYTES,
  DEFAULT_QUOTAS,
  importQuotaMessage,
  pictureQuotaMessage,
  quotaMessage,
} from "#contract/quotas.ts";
import { examples } from "#contract/examples.ts";
import { ENOUGH_SECRETS, NO_SECRET } from "#contract/signedTokens.ts";
import { NO_PROVIDER, PROVIDER_IS_OFF, TOO_MANY_DOMAINS } from "#contract/companySignOn.ts";
import { CHAT_HAS_NO_SECRET, WEBHOOK_IS_OFF } from "#contract/webhooks.ts";
import { POLICY } from "#server/checks/isolation/policy/policy.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { routes } from "#server/app/routes.ts";
import { openApiDocument } from "./openApi.ts";

type Content = Record<
  string,
  { schema: { $ref?: string; items?: { $ref?: string } }; example?: unknown }
>;

interface DocumentedResponse {
  $ref?: string;
  content?: Content;
}

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentedResponse>;
}

const provider = { name: "Provider", url: "https://provider.example" };
const document = openApiDocument(routes, { provider, sessionCookie: "session" }) as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, DocumentedResponse> };
};

const operationOf = ({ path, method }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] as Operation;

const ROUTES = routes.map((route) => ({
  name: route.endpoint.operationId,
  route,
  operation: operationOf(route.endpoint),
}));

/** Returns an operation's response for a status. References to common responses are resolved. */
function responseFor({ responses }: Operation, status: string): DocumentedResponse {
  const response = responses[status] ?? {};
  const name = response.$ref?.replace("#/components/responses/", "");
  return name === undefined ? response : (document.components.responses[name] ?? {});
}

const isRefusal = (status: string) => Number(status) >= 400;

describe("operations of the OpenAPI document", () => {
  test("every operation has a unique operationId", () => {
    const names = ROUTES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(ROUTES.map(({ operation }) => operation.operationId)).toEqual(names);
  });

  const named = ROUTES.filter(({ route }) => route.handle.name !== "");

  test("more than half of the routes have a named function as their handler", () => {
    expect(named.length).toBeGreaterThan(ROUTES.length / 2);
  });

  test.each(named)("the operation $name has the name of its handler", ({ name, route }) => {
    // The names of list handlers end in "Page". FAQs and announcements have the same handlers,
    // whose names contain neither word.
    const verb = route.handle.name.replace(/Page$/, "");
    expect(name.replace(/(?:Faqs?|Announcements?)$/, "")).toBe(verb);
  });

  test.each(ROUTES)("the operation $name requires a session exactly if its guard does", (row) => {
    const { guard } = row.route;
    const isOptional = row.operation.security.some((way) => Object.keys(way).length === 0);
    const way = guard.session === "token" ? "bounceToken" : "session";
    expect(row.operation.security).toContainEqual({ [way]: [] });
    expect(isOptional).toBe(guard.session === "optional");
    if (guard.admitsAnonymous) expect(isOptional).toBe(true);
  });

  test.each(ROUTES)("the bodies of the operation $name have named schemas", ({ operation }) => {
    const contents = [
      operation.requestBody?.content["application/json"],
      ...Object.keys(operation.responses).flatMap((status) =>
        Object.values(responseFor(operation, status).content ?? {}),
      ),
    ];
    for (const content of contents) {
      if (!content) continue;
      const { $ref, items } = content.schema;
      expect($ref ?? items?.$ref).toMatch(/^#\/components\/schemas\/[A-Z]\w+$/);
    }
  });
});

describe("examples of the OpenAPI document", () => {
  test("every mounted operation has an example, and every example belongs to a mounted operation", () => {
    expect(Object.keys(examples).toSorted()).toEqual(ROUTES.map(({ name }) => name).toSorted());
  });

  test.each(ROUTES)(
    "the example input of $name is valid and complete",
    ({ name, route: { endpoint }, operation }) => {
      const { params, query, body } = examples[name] ?? {};
      const path = Object.fromEntries(
        Object.entries(params ?? {}).map(([key, value]) => [key, String(value)]),
      );
      for (const [schema, value] of [
        [endpoint.params, path],
        [endpoint.query, query ?? {}],
        [endpoint.body, body],
      ] as const) {
        const read = schema?.safeParse(value);
        expect(read?.error?.issues ?? []).toEqual([]);
        // An example has no fields that its schema does not name.
        if (read)
          expect(Object.keys(read.data as object)).toEqual(
            expect.arrayContaining(Object.keys(value ?? {})),
          );
      }
      const mediaType = endpoint.raw?.mediaTypes[0] ?? "application/json";
      expect(operation.requestBody?.content[mediaType]?.example).toEqual(body);
      for (const { name: parameter, in: place, example } of operation.parameters) {
        if (place === "path") expect(example).toBe(params?.[parameter]);
        if (place === "header") expect(example).toBeDefined();
      }
    },
  );

  test.each(ROUTES)(
    "the example response of $name is valid and documented",
    ({ name, route: { endpoint }, operation }) => {
      const { response } = examples[name] ?? {};
      expect(endpoint.response.parse(response)).toEqual(response);
      const [content] = Object.values(operation.responses[String(endpoint.status)]?.content ?? {});
      expect(content?.example).toEqual(response);
      expect(response !== undefined).toBe(endpoint.status !== 204);
    },
  );

  test.each(ROUTES)("the example errors of $name are valid", ({ operation }) => {
    const refusals = Object.keys(operation.responses).filter(isRefusal);
    expect(refusals.length).toBeGreaterThan(0);
    for (const status of refusals) {
      const example = responseFor(operation, status).content?.["application/json"]?.example;
      expect([status, ErrorBody.parse(example)]).toEqual([status, example]);
    }
  });
});

describe("the documented refusals", () => {
  test.each(ROUTES)(
    "the documented errors of $name include every error status of the access matrix",
    ({ route, operation }) => {
      const { method, path } = route.endpoint;
      const expected = (POLICY[`${method} ${path}`] ?? []).flatMap(({ statuses }) =>
        statuses.split(" "),
      );
      expect(expected.length).toBeGreaterThan(0);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(expected.filter((status) => /^[45]\d\d$/.test(status))),
      );
    },
  );

  test("every 409 message in the server's code is documented", () => {
    const files = readdirSync(join(ROOT, "server"), { recursive: true, encoding: "utf8" }).filter(
      (file) => /(?<!\.test)\.ts$/.test(file),
    );
    const texts = files.flatMap((file) =>
      Array.from(
        readFileSync(join(ROOT, "server", file), "utf8").matchAll(/\bconflict\(\s*"([^"]+)"/g),
        ([, message = ""]) => message,
      ),
    );
    const quotas = [
      "boards",
      "categories",
      "views",
      "members",
      "invitations",
      "entries",
      "labels",
      "keys",
      "webhooks",
    ] as const;
    expect(texts.length).toBeGreaterThan(0);
    const thrown = [
      ...texts,
      ...Object.values(NOT_OPEN),
      ...Object.values(NO_PLACE),
      ...Object.values(MERGE_CONFLICTS),
      ...Object.values(IMPORT_CONFLICTS),
      ALREADY_VOTED,
      CHANGED_POST,
      UNCONFIRMED_ADMIN,
      NOT_EDITABLE,
      PENDING_COMMENT,
      NEEDS_APPROVAL,
      ACCOUNT_DELETED,
      ENTRY_CHANGED,
      SLUG_TAKEN,
      ITEM_TAKEN,
      LABEL_TAKEN,
      ALREADY_PUBLISHED,
      NOT_PUBLISHED,
      NO_PROVIDER,
      PROVIDER_IS_OFF,
      TOO_MANY_DOMAINS,
      WEBHOOK_IS_OFF,
      CHAT_HAS_NO_SECRET,
      ENOUGH_SECRETS,
      NO_SECRET,
      ...quotas.map((kind) => quotaMessage(kind, DEFAULT_QUOTAS[kind])),
      importQuotaMessage(DEFAULT_IMPORT_MEGABYTES),
      pictureQuotaMessage(DEFAULT_PICTURE_MEGABYTES),
    ];
    const documented = routes.flatMap(({ endpoint }) => endpoint.errors?.[409] ?? []);
    expect([...new Set(documented)].toSorted()).toEqual([...new Set(thrown)].toSorted());
  });
});
