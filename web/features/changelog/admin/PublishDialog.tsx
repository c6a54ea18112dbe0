import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useState } from "react";
import type { Audience, ChangelogEntry, EntryAudience } from "#contract/changelog.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import type { PlannedTime } from "./ScheduleFields.tsx";
import { firstPlan, ScheduleFields, timeOf } from "./ScheduleFields.tsx";

interface PublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
  entry: ChangelogEntry;
  /** The company's time zone. */
  zone: string;
  /** Whether all that is typed is saved. Until then, the entry cannot be published. */
  isSaved: boolean;
}

/** Asks when to publish an entry, whom to tell, and whether to complete its items. */
export function PublishDialog({ isOpen, onClose, entry, zone, isSaved }: PublishDialogProps) {
  const { editing, items } = entry;
  const wasPublished = editing?.wasPublished ?? false;
  const isScheduled = entry.state === "scheduled";
  const [tells, setTells] = useState<readonly Audience[]>(
    isScheduled && editing ? editing.tell : ["followers", "subscribers"],
  );
  const [completes, setCompletes] = useState(isScheduled ? editing?.completeItems === true : true);
  const incomplete = items.filter(({ state, status }) => state === "open" && status !== "complete");
  const publication = usePublication(entry, zone, onClose);
  const { plan, isPending } = publication;
  const isLater = plan.when === "later";
  const submit = () =>
    publication.publish({
      tell: wasPublished ? [] : [...tells],
      completeItems: completes && incomplete.length > 0,
    });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => (isPending ? undefined : onClose())}
      title="Publish entry"
      onSubmit={submit}
      isPending={isPending}
      footer={
        <Buttons isLater={isLater} isSaved={isSaved} isPending={isPending} onClose={onClose} />
      }
    >
      <div className="flex flex-col gap-5">
        <ScheduleFields
          plan={plan}
          onChange={publication.setPlan}
          zone={zone}
          error={publication.timeError}
        />
        {incomplete.length > 0 ? (
          <CompleteSwitch
            count={incomplete.length}
            checked={completes}
            onChange={({ target }) => setCompletes(target.checked)}
          />
        ) : null}
        {wasPublished ? (
          <p className="text-sm text-muted">
            This entry was published before, so nobody is told again.
          </p>
        ) : (
          <Tell
            tells={tells}
            onChange={setTells}
            entryId={entry.id}
            isCounted={isOpen && isSaved}
          />
        )}
        {isSaved ? null : <Unsaved />}
      </div>
    </Dialog>
  );
}

function Unsaved() {
  return (
    <p role="alert" className="text-sm text-danger-text">
      Your latest changes are not saved yet.
    </p>
  );
}

type CompleteSwitchProps = { count: number } & Pick<
  ComponentProps<typeof Switch>,
  "checked" | "onChange"
>;

function CompleteSwitch({ count, ...control }: CompleteSwitchProps) {
  const verb = count === 1 ? "is" : "are";
  return (
    <Switch
      label={`Complete the ${countLabel(count, "linked item")} that ${verb} not`}
      help="Their followers get no second mail about it."
      {...control}
    />
  );
}

/** Manages when the entry is published, and the call that publishes it. */
function usePublication(entry: ChangelogEntry, zone: string, onPublished: () => void) {
  const [plan, setPlan] = useState<PlannedTime>(() =>
    firstPlan(entry.state === "scheduled" ? entry.publishAt : null, zone),
  );
  const [timeError, setTimeError] = useState<string>();
  const { mutate, isPending } = useApiMutation("POST /api/changelog/:id/publish", {
    changes: "changelog",
    success: plan.when === "later" ? "Entry scheduled" : "Entry published",
    errorFallback: "Failed to publish entry",
    isShown: ({ fieldErrors }) => fieldErrors["at"] !== undefined,
    onError: ({ fieldErrors }) => setTimeError(fieldErrors["at"]?.[0]),
    onSuccessMounted: onPublished,
  });
  return {
    plan,
    setPlan,
    timeError,
    isPending,
    publish: (how: { tell: Audience[]; completeItems: boolean }) => {
      const at = timeOf(plan, zone);
      setTimeError(at === undefined ? "Choose a day and a time" : undefined);
      if (at !== undefined) mutate({ params: { id: entry.id }, body: { at, ...how } });
    },
  };
}

interface ButtonsProps extends Pick<PublishDialogProps, "isSaved" | "onClose"> {
  isLater: boolean;
  isPending: boolean;
}

function Buttons({ isLater, isSaved, isPending, onClose }: ButtonsProps) {
  return (
    <>
      <Button variant="secondary" disabled={isPending} onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        disabled={!isSaved}
        pending={isPending}
        pendingLabel={isLater ? "Scheduling..." : "Publishing..."}
      >
        {isLater ? "Schedule" : "Publish now"}
      </Button>
    </>
  );
}

interface TellProps {
  tells: readonly Audience[];
  onChange: (tells: Audience[]) => void;
  entryId: number;
  /** Whether what is stored is what will be published, so that its audience can be counted. */
  isCounted: boolean;
}

const AUDIENCE_LABELS: Record<Audience, string> = {
  followers: "Tell the followers of the linked items",
  subscribers: "Tell the subscribers of the changelog",
};

function Tell({ tells, onChange, entryId, isCounted }: TellProps) {
  const { data: audience } = useQuery({
    ...apiQuery("/api/changelog/:id/audience", { params: { id: entryId } }),
    enabled: isCounted,
    staleTime: 0,
  });
  const toggle = (which: Audience, isOn: boolean) => {
    const others = tells.filter((other) => other !== which);
    onChange(isOn ? [...others, which] : others);
  };
  return (
    <div>
      {(["followers", "subscribers"] as const).map((which) => (
        <Switch
          key={which}
          label={AUDIENCE_LABELS[which]}
          checked={tells.includes(which)}
          onChange={({ target }) => toggle(which, target.checked)}
        />
      ))}
      <p role="status" className="mt-1 min-h-5 text-sm text-muted tabular-nums">
        {audience ? summaryOf(tells, audience) : null}
      </p>
    </div>
  );
}

/** Returns a text such as '412 followers, 1,203 subscribers, one mail each'. */
export function summaryOf(tells: readonly Audience[], audience: EntryAudience): string {
  const told = (["followers", "subscribers"] as const)
    .filter((which) => tells.includes(which) && audience[which] > 0)
    .map((which) => countLabel(audience[which], which.slice(0, -1)));
  return told.length === 0 ? "Nobody is told." : `${told.join(", ")}, one mail each`;
}
