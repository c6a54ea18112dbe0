import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useId, useState } from "react";
import type { ApiError } from "#contract/errors.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { subscriptionQuery } from "./changelogFilters.ts";
import { LightInput } from "./LightInput.tsx";

/** Lets the reader get new entries by mail. Accounts need one click, others confirm an address. */
export function SubscribeBox() {
  const titleId = useId();
  const user = useCurrentUser();
  return (
    <section
      id="subscribe"
      aria-labelledby={titleId}
      className="rounded-xl border border-line bg-surface p-4 noscript:hidden"
    >
      <h2 id={titleId} className="text-base font-semibold">
        Subscribe
      </h2>
      {user ? <AccountSubscription address={user.username} /> : <AddressForm />}
      <p className="mt-3 text-sm text-muted">
        Feeds:{" "}
        <a href="/changelog.atom" className="text-primary-text hover:underline">
          Atom
        </a>
        {" · "}
        <a href="/changelog.rss" className="text-primary-text hover:underline">
          RSS
        </a>
        {" · "}
        <a href="/changelog.json" className="text-primary-text hover:underline">
          JSON
        </a>
      </p>
    </section>
  );
}

function AccountSubscription({ address }: { address: string }) {
  const { data } = useQuery(subscriptionQuery);
  const isSubscribed = data?.isSubscribed ?? false;
  const subscribe = useApiMutation("PUT /api/changelog/subscription", {
    changes: "changelogSubscription",
    success: "You get new changelog entries by mail",
    errorFallback: "Failed to subscribe",
  });
  const unsubscribe = useApiMutation("DELETE /api/changelog/subscription", {
    changes: "changelogSubscription",
    success: "You no longer get changelog entries by mail",
    errorFallback: "Failed to unsubscribe",
  });
  const isPending = Boolean(subscribe.pending ?? unsubscribe.pending);
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {isSubscribed ? "New entries are sent to " : "Get new entries by mail at "}
        <span className="wrap-anywhere">{address}</span>
      </p>
      <Button
        variant={isSubscribed ? "secondary" : "primary"}
        size="sm"
        className="mt-3"
        disabled={data === undefined}
        pending={isPending}
        onClick={() => (isSubscribed ? unsubscribe.mutate() : subscribe.mutate())}
      >
        {isSubscribed ? "Unsubscribe" : "Subscribe"}
      </Button>
    </>
  );
}

function AddressForm() {
  const id = useId();
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const messageOf = ({ fieldErrors }: ApiError) => fieldErrors["email"]?.[0];
  const request = useApiMutation("POST /api/changelog/subscribers", {
    errorFallback: "Failed to subscribe",
    isShown: (failure) => messageOf(failure) !== undefined,
    onError: (failure) => setError(messageOf(failure)),
    onSuccess: (_, { body }) => setSentTo(body.email),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    request.mutate({ body: { email: address.trim() } });
  };
  if (sentTo !== undefined)
    return (
      <p role="status" className="mt-1 text-sm text-muted">
        Open the link that was just sent to <b className="wrap-anywhere text-ink">{sentTo}</b> to
        confirm. If no mail comes, you are subscribed already, or the address is wrong.
      </p>
    );
  return (
    <form noValidate onSubmit={submit} className="mt-1">
      <label htmlFor={id} className="mb-2 block text-sm text-muted">
        Get new entries by mail
      </label>
      <LightInput
        id={id}
        type="email"
        name="email"
        autoComplete="email"
        placeholder="you@example.com"
        value={address}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      <Button
        type="submit"
        size="sm"
        className="mt-3"
        pending={request.pending !== undefined}
        pendingLabel="Sending..."
      >
        Subscribe
      </Button>
    </form>
  );
}
