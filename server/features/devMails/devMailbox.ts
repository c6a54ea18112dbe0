import type { Mail, Mailer } from "#server/platform/mail/mailer.ts";

/** A mail that was passed to the mailer. Mails without an HTML part have no `html`. */
export interface RecordedMail extends Mail {
  readonly html?: string;
  readonly id: number;
  /** Time at which the mail was passed to the mailer, in ISO 8601, UTC. */
  readonly at: string;
}

const MAX_MAILS = 100;

/**
 * Stores the last 100 mails of this process in memory. `npm run dev` shows the mails. A portal in
 * production has no mailbox.
 */
export class DevMailbox {
  #mails: RecordedMail[] = [];
  #lastId = 0;

  /** All mails in the mailbox, newest first. */
  get mails(): readonly RecordedMail[] {
    return this.#mails;
  }

  /** Returns a mailer that adds each mail to the mailbox and passes it to the given mailer. */
  record(mailer: Mailer): Mailer {
    return {
      ...mailer,
      send: (...sent) => {
        this.#lastId += 1;
        const mail = { ...sent[0], id: this.#lastId, at: new Date().toISOString() };
        this.#mails = [mail, ...this.#mails].slice(0, MAX_MAILS);
        return mailer.send(...sent);
      },
    };
  }
}
