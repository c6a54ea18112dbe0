import type { Json, JsonSchema } from "./openApiSchemas.ts";

/** The parts of an operation of the OpenAPI document that the documentation page uses. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentedResponse | { $ref: string }>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: string | number;
}

export interface DocumentedResponse {
  description: string;
  headers?: Json;
  content?: Content;
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** The components that operations reference. */
export interface Shared {
  responses: Readonly<Record<string, DocumentedResponse>>;
  securitySchemes: { session: { name: string } };
}
