import type { LiveEvent } from "#contract/events.ts";
import { LIVE_BEAT_MS, LIVE_EVENT_NAMES } from "#contract/events.ts";

/**
 * Milliseconds without any event after which a connection is treated as broken, even if the browser
 * reports it as open.
 */
const SILENCE_MS = 2 * LIVE_BEAT_MS + 5_000;

/**
 * Average milliseconds before a reconnect. The average starts at `first` and doubles with each
 * failure, up to `longest`. The delay itself is chosen at random, from half to one and a half times
 * the average.
 */
const PAUSE_MS = { first: 2_000, longest: 60_000 };

interface LiveConnectionOptions {
  /** Position in the event stream. The page has all changes up to this position. */
  position: string;
  onChanges: (events: readonly LiveEvent[]) => void;
  /**
   * Called with true when the page starts to receive events, and with false when the connection
   * ends.
   */
  onState: (isLive: boolean) => void;
}

/**
 * The page's event stream. The stream is open only while the page needs it. It reconnects after a
 * failure and resumes after the last received event.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  #position: string;
  #isNeeded = false;
  #source: EventSource | undefined;
  #pause = PAUSE_MS.first;
  #timer: number | undefined;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  setNeeded(isNeeded: boolean): void {
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    this.#pause = PAUSE_MS.first;
    if (isNeeded) this.#open();
    else this.#close();
  }

  #open(): void {
    const source = new EventSource(`/api/events?since=${encodeURIComponent(this.#position)}`);
    this.#source = source;
    const onEvent = (name: string, work: (data: string) => void) =>
      source.addEventListener(name, ({ lastEventId, data }: MessageEvent<string>) => {
        if (lastEventId) this.#position = lastEventId;
        this.#failAfter(SILENCE_MS);
        work(data);
      });
    onEvent(LIVE_EVENT_NAMES.ready, () => {
      this.#pause = PAUSE_MS.first;
      this.#options.onState(true);
    });
    onEvent(LIVE_EVENT_NAMES.changes, (data) =>
      this.#options.onChanges(JSON.parse(data) as LiveEvent[]),
    );
    onEvent(LIVE_EVENT_NAMES.beat, () => undefined);
    // The browser also reports an error when the server ends the stream, for instance after a
    // change of the viewer's rights.
    source.addEventListener("error", () => this.#fail());
    this.#failAfter(SILENCE_MS);
  }

  #failAfter(milliseconds: number): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#fail(), milliseconds);
  }

  /** Reconnects after a random delay, so that pages do not all reconnect at once. */
  #fail(): void {
    this.#close();
    this.#timer = window.setTimeout(() => this.#open(), this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(this.#pause * 2, PAUSE_MS.longest);
  }

  #close(): void {
    window.clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#options.onState(false);
  }
}
