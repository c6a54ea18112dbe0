import type { IconComponent } from "./createIcon.tsx";
import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";

interface NoMatchesProps {
  icon: IconComponent;
  title: string;
  /** Label of the button, such as 'Clear search'. */
  clearLabel: string;
  onClear: (event: MouseEvent) => void;
}

/** The empty state of a list whose search or filters match nothing. */
export function NoMatches({ icon, title, clearLabel, onClear }: NoMatchesProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    />
  );
}
