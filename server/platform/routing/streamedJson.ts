import * as z from "zod/mini";

/**
 * Writes an object as JSON text, in pieces. For each array of the schema, `body` contains an async
 * iterable, which is written row by row, so that memory use does not grow with the array's length.
 * Fields that the schema does not name are left out.
 * @throws if the schema is not an object
 */
export async function* streamedJson(
  schema: z.ZodMiniType,
  body: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error("Only an object can be streamed");
  let separator = "{";
  const parts = schema.shape as Record<string, z.ZodMiniType>;
  for (const [name, part] of Object.entries(parts)) {
    yield `${separator}\n${JSON.stringify(name)}: `;
    separator = ",";
    if (part instanceof z.ZodMiniArray) {
      yield* rows(part._zod.def.element as z.ZodMiniType, body[name] as AsyncIterable<unknown>);
    } else yield JSON.stringify(part.parse(body[name]));
  }
  yield "\n}\n";
}

async function* rows(
  schema: z.ZodMiniType,
  values: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  let separator = "[";
  for await (const value of values) {
    yield `${separator}\n${JSON.stringify(schema.parse(value))}`;
    separator = ",";
  }
  yield separator === "[" ? "[]" : "\n]";
}
