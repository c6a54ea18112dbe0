import { useEffect, useEffectEvent, useState } from "react";

/** Returns the value with a delay: it is updated after `delay` milliseconds without a change. */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

const SETTLED_AFTER_MS = 250;

/**
 * Returns the text of a field whose value is stored elsewhere, for instance in the URL, and a
 * function that sets the text. `onSettled` receives the trimmed text 250 ms after the last change.
 * If the stored value changes without input in the field, for instance by Back, the text changes to
 * the stored value.
 */
export function useDebouncedText(value: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // `value` also changes as a result of the field's own change. Such a change must not overwrite
    // newer input.
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
