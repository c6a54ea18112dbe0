/** What this browser's tabs at this host tell each other: who is signed in, by id; null for nobody. */
interface OtherTabs {
  readonly tell: (userId: number | null) => void;
}

/** Tells the other tabs of this host in this browser who is signed in, and hears it from them. */
export function openToOtherTabs(onTold: (userId: number | null) => void): OtherTabs {
  let channel: BroadcastChannel | undefined;
  const open = () => {
    channel ??= new BroadcastChannel("signed-in-user");
    channel.addEventListener("message", ({ data }: MessageEvent<number | null>) => onTold(data));
  };
  const close = () => {
    channel?.close();
    channel = undefined;
  };
  open();
  // An open channel would keep the page from being shown again as it was left.
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) open();
  });
  return { tell: (userId) => channel?.postMessage(userId) };
}
