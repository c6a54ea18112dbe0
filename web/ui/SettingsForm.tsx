import type { ReactNode, SubmitEvent } from "react";
import { Button } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface SettingsFormProps {
  title?: string;
  description?: ReactNode;
  isSaving: boolean;
  /**
   * Whether there is something to save. Of several forms on a page, only the changed one has a solid
   * button.
   */
  isChanged?: boolean;
  onSave: (event: SubmitEvent<HTMLFormElement>) => unknown;
  /** Displayed before the submit button. */
  otherAction?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A card whose fields are saved with one button. */
export function SettingsForm({
  isSaving,
  isChanged = true,
  onSave,
  otherAction,
  ...card
}: SettingsFormProps) {
  return (
    <form noValidate onSubmit={(event) => void onSave(event)}>
      <Card
        {...card}
        footer={
          <>
            {otherAction}
            <SaveButton isSaving={isSaving} isChanged={isChanged} />
          </>
        }
      />
    </form>
  );
}

/** The button that saves a form of settings. */
export function SaveButton({
  isSaving,
  isChanged = true,
}: Pick<SettingsFormProps, "isSaving" | "isChanged">) {
  return (
    <Button
      type="submit"
      variant={isChanged ? "primary" : "secondary"}
      pending={isSaving}
      pendingLabel="Saving..."
    >
      Save changes
    </Button>
  );
}

interface SettingsFormSkeletonProps {
  /** The skeletons of the fields. */
  children: ReactNode;
}

/** The skeleton of a `SettingsForm`, for a `SkeletonGroup`. */
export function SettingsFormSkeleton({ children }: SettingsFormSkeletonProps) {
  return (
    <Card footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
      <Skeleton className="mb-8 h-5 w-40" />
      {children}
    </Card>
  );
}

/** The skeleton of a field with its label, for a `SkeletonGroup`. */
export function FieldSkeleton({ className = "h-10" }: { className?: string }) {
  return (
    <div>
      <Skeleton className="mb-2 w-28" />
      <Skeleton className={`w-full rounded-lg ${className}`} />
    </div>
  );
}
