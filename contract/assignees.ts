import { pictureUrl } from "./fields.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** An account to which items of the company can be assigned. */
export const Assignee = z.object({
  id: z.number(),
  fullName: z.nullable(z.string()),
  pictureUrl,
});
export type Assignee = z.output<typeof Assignee>;

/**
 * The maximum number of listed assignees. It is the default quota of members, so only companies
 * with a higher quota of members can have more assignees than this.
 */
export const ASSIGNEE_LIMIT = 500;

export const assigneesApi = {
  list: endpoint({
    operationId: "listAssignees",
    method: "GET",
    path: "/api/assignees",
    scope: "people:read",
    summary: "The company's active admins, by name. Items can be assigned to them.",
    response: z.array(Assignee),
    status: 200,
  }),
} as const;
