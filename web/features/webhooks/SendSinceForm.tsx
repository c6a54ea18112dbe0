import { useState } from "react";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toast } from "#web/ui/toast.ts";
import { useRefetchWebhooks } from "./useRefetchWebhooks.ts";

const CALL = "POST /api/webhooks/:id/send-since";

interface SendSinceFormProps {
  /** The id of the endpoint. */
  id: number;
  onDone: () => void;
}

/** Which deliveries are sent again: those since a time of a `datetime-local` field. */
interface Chosen {
  since: string;
  which: "failed" | "all";
}

/** Sends everything since a moment again. It counts first, and sends after another press. */
export function SendSinceForm({ id, onDone }: SendSinceFormProps) {
  const [chosen, setChosen] = useState<Chosen>(() => ({
    since: localTime(Date.now() - 24 * 60 * 60 * 1000),
    which: "failed",
  }));
  const [count, setCount] = useState<number | null>(null);
  const refetch = useRefetchWebhooks();
  const counting = useApiMutation(CALL, {
    errorFallback: "Failed to count",
    onSuccessMounted: (result) => setCount(result.count),
  });
  const sending = useApiMutation(CALL, {
    errorFallback: "Failed to send again",
    onSuccess: (result) => {
      toast({ title: `${countLabel(result.count, "delivery", "deliveries")} sent again` });
      refetch();
    },
    onSuccessMounted: onDone,
  });
  const isValid = !Number.isNaN(Date.parse(chosen.since));
  const isPending = counting.isPending || sending.isPending;
  const submit = () => {
    if (!isValid || isPending) return;
    const since = new Date(chosen.since).toISOString();
    const body = { since, onlyFailed: chosen.which === "failed", countOnly: count === null };
    (count === null ? counting : sending).mutate({ params: { id }, body });
  };
  return (
    <form
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mb-4 flex flex-wrap items-end gap-3 rounded-lg border p-3"
    >
      <Fields
        chosen={chosen}
        onChange={(changes) => {
          setChosen({ ...chosen, ...changes });
          setCount(null);
        }}
      />
      <Button
        type="submit"
        variant={count === null ? "secondary" : "primary"}
        disabled={!isValid || count === 0}
        pending={isPending}
      >
        {count === null ? "Count" : `Send ${countLabel(count, "delivery", "deliveries")}`}
      </Button>
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {count === null ? null : hintOf(count)}
      </p>
    </form>
  );
}

const hintOf = (count: number) =>
  count === 0
    ? "There is nothing to send again."
    : "They keep their ids, so that your program can tell which it has already got.";

interface FieldsProps {
  chosen: Chosen;
  onChange: (changes: Partial<Chosen>) => void;
}

function Fields({ chosen: { since, which }, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Since" className="max-sm:w-full sm:w-60">
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            value={since}
            onChange={({ target }) => onChange({ since: target.value })}
          />
        )}
      </Field>
      <Field label="Which" className="max-sm:w-full">
        {(control) => (
          <Select
            {...control}
            value={which}
            onChange={({ target }) =>
              onChange({ which: target.value === "all" ? "all" : "failed" })
            }
          >
            <option value="failed">Only failed ones</option>
            <option value="all">All, also delivered ones</option>
          </Select>
        )}
      </Field>
    </>
  );
}

/** Returns a time in the form of a `datetime-local` field, in the browser's time zone. */
function localTime(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
