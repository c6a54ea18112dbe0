import type { ReactNode, SubmitEvent } from "react";
import { Button } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface SettingsFormProps {
  title: string;
  description?: ReactNode;
  isSaving: boolean;
  onSave: (event: SubmitEvent<HTMLFormElement>) => unknown;
  /** Displayed before the submit button. */
  otherAction?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A card whose fields are saved with one button. */
export function SettingsForm({ isSaving, onSave, otherAction, ...card }: SettingsFormProps) {
  return (
    <form noValidate onSubmit={(event) => void onSave(event)}>
      <Card
        {...card}
        footer={
          <>
            {otherAction}
            <SaveButton isSaving={isSaving} />
          </>
        }
      />
    </form>
  );
}

/** The button that saves a form of settings. */
export function SaveButton({ isSaving }: { isSaving: boolean }) {
  return (
    <Button type="submit" pending={isSaving} pendingLabel="Saving...">
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
