import type { ComponentType } from "react";
import type { LoadComponent } from "./useLazyComponent.ts";
import { useLazyComponent } from "./useLazyComponent.ts";

/**
 * Creates an optional part of a page. The server does not render the part. The code of the part is
 * loaded when the browser is idle. Nothing is displayed if the code cannot be loaded.
 */
export const idlePart = <Props extends object>(load: LoadComponent<Props>) =>
  optionalPart(load, { request: 0, atIdle: true });

/** Like `idlePart`, but the code is loaded as soon as the page is hydrated. */
export const promptPart = <Props extends object>(load: LoadComponent<Props>) =>
  optionalPart(load, { request: 1, atIdle: false });

function optionalPart<Props extends object>(
  load: LoadComponent<Props>,
  when: { request: number; atIdle: boolean },
): ComponentType<Props> {
  return function OptionalPart(props: Props) {
    const Part = useLazyComponent(load, when);
    return Part ? <Part {...props} /> : null;
  };
}
