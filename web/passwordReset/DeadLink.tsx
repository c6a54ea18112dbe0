import { Button } from "#web/ui/Button.tsx";

/** Stands there instead of the form when the link is cut, too old, or used. */
export function DeadLink() {
  return (
    <div className="flex flex-col gap-5">
      <p role="alert" className="rounded-lg border bg-sunken px-4 py-3 text-base">
        This link no longer works. Please ask for a new one.
      </p>
      <Button asChild>
        <a href="/forgot-password">Ask for a new link</a>
      </Button>
    </div>
  );
}
