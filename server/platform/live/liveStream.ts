import type { ServerResponse } from "node:http";
import type { RightsRow } from "#server/platform/access/context.queries.ts";

/** What somebody who doesn't read may have waiting here, in bytes; beyond it he has to come back and catch up. */
const MOST_WAITING = 64 * 1024;

/** By what a viewer's rights are judged. */
export interface Question {
  readonly subdomain: string | null;
  readonly domain: string | null;
  readonly tokenHash: Buffer | null;
}

/** One open page's stream: a connection, and the question whose answer it lives by. */
export class LiveStream {
  readonly question: Question;
  readonly #rights: string;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, question: Question, rights: RightsRow) {
    this.#response = response;
    this.question = question;
    this.#rights = fingerprint(rights);
  }

  /** Whether the viewer is who he was when he came, and may what he could. */
  isStill(rights: RightsRow | undefined): boolean {
    return rights !== undefined && fingerprint(rights) === this.#rights;
  }

  /** Sends what was prepared for everyone. Whoever doesn't read is cut off. */
  write(bytes: Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#response.writableLength > MOST_WAITING) this.#response.destroy();
    else this.#response.write(bytes);
  }

  /** Ends it; the page comes back by itself, as whoever its viewer then is. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy();
    else this.#response.end();
  }
}

function fingerprint(rights: RightsRow): string {
  const { companyId, userId, role, homeCompanyId, mustChangePassword, mustSetUpMfa } = rights;
  return JSON.stringify([companyId, userId, role, homeCompanyId, mustChangePassword, mustSetUpMfa]);
}
