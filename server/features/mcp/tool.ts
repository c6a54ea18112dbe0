import type { ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ApiScope } from "#contract/scopes.ts";
import type { ApiAnswer, ApiInput, CallApi } from "./callApi.ts";

/** Where a tool is used. */
export interface ToolContext {
  readonly callApi: CallApi;
  /** Scheme and host of the company's pages, for links. */
  readonly origin: string;
  readonly scopes: readonly ApiScope[];
}

/** A tool of the MCP server. Its name and descriptions are written for assistants. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  /** The calls of the API that the tool makes. A key needs the scopes of all of them. */
  readonly calls: readonly Endpoint[];
  readonly run: (context: ToolContext, args: Readonly<Record<string, unknown>>) => Promise<object>;
}

type Calls = Readonly<Record<string, Endpoint>>;

/** The calls that a tool has named, and no others. */
type Callers<C extends Calls> = {
  readonly [Name in keyof C]: (input: ApiInput<C[Name]>) => Promise<ApiAnswer<C[Name]>>;
};

interface Definition<C extends Calls, Shape extends z.ZodRawShape> extends Pick<
  Tool,
  "name" | "title" | "description" | "annotations"
> {
  readonly calls: C;
  readonly input: Shape;
  readonly run: (
    calls: Callers<C>,
    args: z.output<z.ZodObject<Shape>>,
    context: Omit<ToolContext, "callApi">,
  ) => Promise<object>;
}

/** Defines a tool. It can make only the calls that it names, so that they decide who may use it. */
export function tool<const C extends Calls, Shape extends z.ZodRawShape>({
  calls,
  input,
  run,
  ...described
}: Definition<C, Shape>): Tool {
  return {
    ...described,
    calls: Object.values(calls),
    input: z.strictObject(input),
    run: ({ callApi, ...context }, args) => {
      const callers = Object.fromEntries(
        Object.entries(calls).map(([name, endpoint]) => [
          name,
          (sent: ApiInput<Endpoint>) => callApi(endpoint, sent),
        ]),
      ) as unknown as Callers<C>;
      return run(callers, args as z.output<z.ZodObject<Shape>>, context);
    },
  };
}

/** Whether a key with these scopes may make all calls of a tool. */
export const mayUse = ({ calls }: Tool, scopes: readonly ApiScope[]) =>
  calls.every(({ scope }) => scope === "any" || (scope !== undefined && scopes.includes(scope)));
