import { useEffect } from "react";
import { dismissToast } from "./toast.ts";
import type { ShownToast } from "./toast.ts";

const DURATION_MS = 5000;

/** Shows only the toast's text, if the code of `ToastRegion` cannot be loaded. */
export function FallbackToast({ shown }: { shown: ShownToast | null }) {
  const id = shown?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => dismissToast(id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [id]);
  if (!shown?.open) return null;
  return (
    <p
      key={id}
      role="alert"
      className="fixed inset-x-3 top-3 z-60 rounded-xl border bg-raised p-4 text-sm text-ink shadow-float"
    >
      {shown.title}
      {shown.description ? `: ${shown.description}` : null}
    </p>
  );
}
