import { useState } from "react";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toast } from "#web/ui/toast.ts";

const CALL = "POST /api/webhooks/:id/send-since";

interface SendSinceFormProps {
  /** The id of the endpoint. */
  id: number;
  onDone: () => void;
}

/** Sends everything since a moment again. It counts first, and sends after another press. */
export function SendSinceForm({ id, onDone }: SendSinceFormProps) {
  const [since, setSince] = useState(() => localTime(Date.now() - 24 * 60 * 60 * 1000));
  const [which, setWhich] = useState<"failed" | "all">("failed");
  const [count, setCount] = useState<number | null>(null);
  const options = { changes: "webhooks", errorFallback: "Failed to send again" } as const;
  const counting = useApiMutation(CALL, {
    errorFallback: "Failed to count",
    onSuccessMounted: (result) => setCount(result.count),
  });
  const sending = useApiMutation(CALL, {
    ...options,
    onSuccess: (result) =>
      toast({ title: `${countLabel(result.count, "delivery", "deliveries")} sent again` }),
    onSuccessMounted: onDone,
  });
  const isValid = !Number.isNaN(Date.parse(since));
  const input = (countOnly: boolean) => ({
    params: { id },
    body: { since: new Date(since).toISOString(), onlyFailed: which === "failed", countOnly },
  });
  return (
    <form
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid || counting.isPending || sending.isPending) return;
        if (count === null) counting.mutate(input(true));
        else sending.mutate(input(false));
      }}
      className="mb-4 flex flex-wrap items-end gap-3 rounded-lg border p-3"
    >
      <Field label="Since" className="max-sm:w-full">
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            value={since}
            onChange={({ target }) => {
              setSince(target.value);
              setCount(null);
            }}
          />
        )}
      </Field>
      <Field label="Which" className="max-sm:w-full">
        {(control) => (
          <Select
            {...control}
            value={which}
            onChange={({ target }) => {
              setWhich(target.value === "all" ? "all" : "failed");
              setCount(null);
            }}
          >
            <option value="failed">Only failed ones</option>
            <option value="all">All, also delivered ones</option>
          </Select>
        )}
      </Field>
      <Button
        type="submit"
        variant={count === null ? "secondary" : "primary"}
        disabled={!isValid || count === 0}
        pending={counting.isPending || sending.isPending}
      >
        {count === null ? "Count" : `Send ${countLabel(count, "delivery", "deliveries")}`}
      </Button>
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {count === null
          ? null
          : count === 0
            ? "There is nothing to send again."
            : "They keep their ids, so that your program can tell which it has already got."}
      </p>
    </form>
  );
}

/** Returns a time in the form of a `datetime-local` field, in the browser's time zone. */
function localTime(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
