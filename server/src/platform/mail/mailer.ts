import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../logging/logger.ts';

/** One mail to one recipient. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The same for each retry of one mail, so that mail programs detect duplicates. Letters, digits, hyphens. */
  readonly id?: string;
  /** Where a POST ends such mails; mail programs offer that as a button (RFC 8058). */
  readonly unsubscribeUrl?: string;
};

/** Whether a mail was passed on, or refused for good. */
type MailOutcome = 'sent' | 'refused';

/** Retries of a mail job: for some hours, as mail servers do among themselves. */
export const MAIL_RETRIES = 30;

/** Timeouts of a mail server in milliseconds: name lookup, connection, greeting, each response. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  socketTimeout: 15_000,
} as const;

/**
 * Sends mails. `send` throws when the mail was not accepted, so that the job retries. A mail that the server rejects
 * permanently is logged and not retried; `send` resolves to `refused` then.
 */
export type Mailer = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Deletes stored mails to matching addresses. With a mail server none are stored (SV-104). */
  forget(matches: (address: string) => boolean): Promise<void>;
  /** Deletes stored mails that were sent before a time. */
  forgetBefore(moment: Date): Promise<void>;
  close(): void;
};

export type MailerOptions = {
  /** URL such as `smtps://user:password@mail.example.org`. Without it each mail becomes a file. */
  readonly smtpUrl?: string;
  readonly from: string;
  readonly dataDir: string;
  readonly logger?: Logger;
};

/** Creates the mailer: over SMTP, or with atomically written files `DATA_DIR/outbox/*.eml` (RFC 5322). */
export function createMailer({ smtpUrl, from, dataDir, logger }: MailerOptions): Mailer {
  if (!smtpUrl) return createOutbox(from, path.join(dataDir, 'outbox'));
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS }, { from });
  const host = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'adda.invalid';
  return {
    async send({ id, ...mail }) {
      try {
        await transport.sendMail({ ...messageOf(mail), ...(id && { messageId: `<${id}@${host}>` }) });
        return 'sent';
      } catch (error) {
        if (!isRefusedForGood(error)) throw error;
        // Without the address: its owner may request deletion (SV-104).
        logger?.warn({ code: error.responseCode }, 'a mail server refused a mail for good');
        return 'refused';
      }
    },
    forget: async () => undefined,
    forgetBefore: async () => undefined,
    close: () => transport.close(),
  };
}

/** Errors of the address or the mail itself (RFC 5321: 5yz) are permanent; errors on our side may be fixed. */
function isRefusedForGood(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  const { code, responseCode } = error;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500;
}

/** Returns the message, with the headers of a mail that can be ended with one press (RFC 8058). */
function messageOf({ unsubscribeUrl, ...mail }: Mail) {
  if (unsubscribeUrl === undefined) return mail;
  const headers = {
    // Prepared: as one line, however long the URL is.
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...mail, headers };
}

function createOutbox(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      const draft = path.join(folder, `${name}.partial`);
      // Mails contain login links, so only the owner of the process may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, message, { mode: 0o600, flush: true });
      await rename(draft, path.join(folder, `${name}.eml`));
      return 'sent';
    },
    async forget(matches) {
      for (const file of await mailsIn(folder))
        if (matches(await recipientOf(file))) await rm(file, { force: true });
    },
    async forgetBefore(moment) {
      for (const file of await mailsIn(folder))
        if ((await stat(file)).mtime < moment) await rm(file, { force: true });
    },
    close: () => transport.close(),
  };
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    // No mail has been sent yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name));
}

async function recipientOf(file: string): Promise<string> {
  return /^To: (.*)$/m.exec(await readFile(file, 'utf8'))?.[1]?.trim() ?? '';
}
