import type { ComponentProps } from "react";
import { NextPage } from "#web/ui/NextPage.tsx";
import type { TimelineEntry } from "./timeline.ts";

type Button = Pick<
  ComponentProps<typeof NextPage>,
  "list" | "loaded" | "errorMessage" | "onPress"
> & {
  label: string;
};

/**
 * Returns a timeline entry with a button that loads earlier entries of one kind. `oldest` is the
 * oldest loaded entry of this kind. Returns no entry if all entries of the kind are loaded.
 */
export function earlierEntry(
  oldest: { readonly createdAt: string } | undefined,
  button: Button,
): TimelineEntry[] {
  if (!oldest || !button.list.hasNextPage) return [];
  const content = <NextPage {...button} className="mt-0" />;
  return [{ key: button.label, createdAt: oldest.createdAt, content }];
}
