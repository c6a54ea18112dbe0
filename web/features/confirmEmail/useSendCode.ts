import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { confirmEmailApi } from "#contract/confirmEmail.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";

export interface SendCode {
  readonly send: () => void;
  readonly isPending: boolean;
  readonly isSent: boolean;
  /** Seconds until another code can be sent; 0 if a code can be sent now. */
  readonly secondsLeft: number;
}

/** Returns a function that sends a code, and a countdown until another code can be sent. */
export function useSendCode(onConfirmedElsewhere: () => void): SendCode {
  const client = useQueryClient();
  const [secondsLeft, setSecondsLeft] = useState(0);
  const send = useApiMutation(confirmEmailApi.send, {
    errorFallback: "Failed to send the code",
    onSuccess: ({ resendIn }) => setSecondsLeft(resendIn),
    isShown: ({ status }) => status === 409,
    onError: ({ status }) => {
      if (status !== 409) return;
      // The user has confirmed the e-mail address elsewhere, for example in another tab.
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      onConfirmedElsewhere();
    },
  });
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const { isPending, isSuccess: isSent, mutate } = send;
  return { send: () => mutate(), isPending, isSent, secondsLeft };
}
