import type { ComponentProps, RefObject } from "react";
import { Button } from "#web/ui/Button.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import type { NewTarget } from "./createTarget.ts";
import type { useCreateTargets } from "./useCreateTargets.ts";

interface CreateButtonProps extends Pick<
  ComponentProps<typeof Button>,
  "size" | "className" | "children"
> {
  targets: readonly NewTarget[];
  creation: ReturnType<typeof useCreateTargets>;
  /** Gets the focus after the creation, because the button is then removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** A button that creates boards or topics. */
export function CreateButton({ targets, creation, focusAfterwards, ...button }: CreateButtonProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <Button
      {...button}
      variant="secondary"
      pending={creation.isPending}
      onClick={() => creation.create(targets)}
    />
  );
}
