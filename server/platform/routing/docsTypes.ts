import type { Json, JsonSchema } from "./openApiSchemas.ts";

/** What the page about the interface reads of an operation of the OpenAPI document. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, ResponseContext | { $ref: string }>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: string | number;
}

export interface ResponseContext {
  description: string;
  headers?: Json;
  content?: Content;
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** What operations refer to. */
export interface Shared {
  responses: Readonly<Record<string, ResponseContext>>;
  securitySchemes: { session: { name: string } };
}
