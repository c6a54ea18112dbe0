type Send = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Returns a replacement for `XMLHttpRequest` that sends uploads through `send`. It implements only
 * the part that `uploadForm` uses. It reports a progress of 50 % at the start, and of 100 % with
 * the response.
 */
export function uploadClass(send: Send): typeof XMLHttpRequest {
  class ScriptedUpload extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = "";
    readonly #headers: Record<string, string> = {};
    readonly #ended = new AbortController();
    #method = "";
    #address = "";

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    send(body: FormData): void {
      this.#reportProgress(1);
      void this.#send(body).then(
        () => this.dispatchEvent(new Event("load")),
        () => this.dispatchEvent(new Event(this.#ended.signal.aborted ? "abort" : "error")),
      );
    }

    abort(): void {
      this.#ended.abort();
    }

    async #send(body: FormData): Promise<void> {
      const { signal } = this.#ended;
      const url = new URL(this.#address, window.location.href);
      const response = await send(url, {
        method: this.#method,
        headers: this.#headers,
        body,
        signal,
      });
      this.#reportProgress(2);
      this.responseText = await response.text();
      this.status = response.status;
    }

    #reportProgress(loaded: number): void {
      this.upload.dispatchEvent(
        new ProgressEvent("progress", { lengthComputable: true, loaded, total: 2 }),
      );
    }
  }
  return ScriptedUpload as unknown as typeof XMLHttpRequest;
}
