import { useEffect, useEffectEvent, useState } from "react";

const SETTLED_AFTER_MS = 250;

/**
 * The text of a field whose value lives elsewhere, such as in the address: `onSettled` gets it, trimmed, 250 ms after the
 * last change. A value that came another way, by Back for one, replaces what is typed.
 */
export function useDebouncedText(value: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // The echo of one's own text leaves it alone: more may have been typed since.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const send = useEffectEvent((settled: string) => {
    setSent(settled);
    onSettled(settled);
  });
  useEffect(() => {
    const settled = text.trim();
    if (settled === sent) return undefined;
    const timer = setTimeout(() => send(settled), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return [text, setText] as const;
}
