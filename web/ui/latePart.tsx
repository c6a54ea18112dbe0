import type { ComponentType } from "react";
import { lazy, Suspense } from "react";

/**
 * A part of a page that only some viewers get, with code that the others need not fetch. The server draws it like any other; in
 * the browser what the server has drawn stands until the code is here.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  if (import.meta.env.SSR) {
    // Should its file not be readable just then, the browser draws it.
    load().then(
      (part) => (loaded = part),
      () => undefined,
    );
  }
  const Late = lazy(async () => ({ default: await load() }));
  return function LatePart(props: Props) {
    const Part = loaded ?? Late;
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
