import { toast } from "./toast.ts";

/** What cannot be opened is closed again, so that the next press is a new attempt: up to 2026 browsers fail it, until a reload. */
export function closeUnloaded(close: () => void): void {
  close();
  toast({
    title: "Error",
    description: "Network error occurred. If it stays, reload the page.",
    variant: "destructive",
  });
}
