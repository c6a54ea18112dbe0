import type { ServerResponse } from "node:http";
import type { RightsRow } from "#server/platform/access/context.queries.ts";
import type { RequestHost } from "#server/platform/access/requestContext.ts";

/**
 * Maximum number of unsent bytes per stream. A client that reads too slowly is disconnected and
 * must reconnect.
 */
const MAX_UNSENT_BYTES = 64 * 1024;

/** The keys by which a viewer's rights are looked up. */
export interface RightsKey extends RequestHost {
  readonly tokenHash: Buffer | null;
}

/**
 * The event stream of one open page, with the rights that its viewer had when the stream was
 * opened.
 */
export class LiveStream {
  readonly rightsKey: RightsKey;
  /** The signed-in viewer; null for an anonymous visitor. */
  readonly userId: number | null;
  readonly #rights: string;
  readonly #response: ServerResponse;

  constructor(
    response: ServerResponse,
    viewer: { rightsKey: RightsKey; rights: RightsRow; userId: number | null },
  ) {
    this.#response = response;
    this.rightsKey = viewer.rightsKey;
    this.userId = viewer.userId;
    this.#rights = fingerprint(viewer.rights);
  }

  /** Whether the viewer's identity and rights are unchanged. */
  hasSameRights(rights: RightsRow | undefined): boolean {
    return rights !== undefined && fingerprint(rights) === this.#rights;
  }

  /**
   * Sends bytes that are shared by all streams of an audience. Disconnects a client that does not
   * read.
   */
  write(bytes: Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#response.writableLength > MAX_UNSENT_BYTES) this.#response.destroy();
    else this.#response.write(bytes);
  }

  /** Ends the stream. The page reconnects with its current session. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy();
    else this.#response.end();
  }
}

function fingerprint(rights: RightsRow): string {
  const { companyId, userId, role, homeCompanyId, mustChangePassword, mustSetUpMfa } = rights;
  return JSON.stringify([companyId, userId, role, homeCompanyId, mustChangePassword, mustSetUpMfa]);
}
