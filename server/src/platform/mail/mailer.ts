import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../logging/logger.ts';

/** One mail to one person. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The same for each try of one mail, so that mail programs know a second arrival; letters, digits, hyphens. */
  readonly id?: string;
};

/** How often the job of a mail is tried again: for some hours, as mail servers do among themselves. */
export const MAIL_RETRIES = 30;

/** A mail server that says nothing is given up, in milliseconds: its name, its connection, its greeting, each answer. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  socketTimeout: 15_000,
} as const;

/**
 * Sends mails. `send` throws when the mail was not taken, so that a job tries again; one that the mail server refuses for
 * good is noted and not tried again.
 */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  /** Forgets the kept mails to addresses that the condition names; where mails are really sent none is kept (SV-104). */
  forget(isMeant: (address: string) => boolean): Promise<void>;
  /** Forgets the kept mails that were sent before a moment. */
  forgetBefore(moment: Date): Promise<void>;
  close(): void;
};

export type MailerOptions = {
  /** A mail server such as `smtps://user:password@mail.example.org`; without it each mail becomes a file. */
  readonly smtpUrl?: string;
  readonly from: string;
  readonly dataDir: string;
  readonly logger?: Logger;
};

/** Makes the mailer: over SMTP, or into files `DATA_DIR/outbox/*.eml` (RFC 5322) that appear whole or not at all. */
export function createMailer({ smtpUrl, from, dataDir, logger }: MailerOptions): Mailer {
  if (!smtpUrl) return createOutbox(from, path.join(dataDir, 'outbox'));
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS }, { from });
  const host = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'adda.invalid';
  return {
    async send({ id, ...mail }) {
      try {
        await transport.sendMail({ ...mail, ...(id && { messageId: `<${id}@${host}>` }) });
      } catch (error) {
        if (!isRefusedForGood(error)) throw error;
        // Without the address: whose it is may ask to be forgotten (SV-104).
        logger?.warn({ code: error.responseCode }, 'a mail server refused a mail for good');
      }
    },
    forget: async () => undefined,
    forgetBefore: async () => undefined,
    close: () => transport.close(),
  };
}

/** What is wrong with the address or the mail itself (RFC 5321: 5yz) stays wrong; what is wrong with us may be mended. */
function isRefusedForGood(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  const { code, responseCode } = error;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500;
}

function createOutbox(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mail);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      const draft = path.join(folder, `${name}.partial`);
      // Mails hold links that let people in: nobody but the owner of the program reads them.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, message, { mode: 0o600, flush: true });
      await rename(draft, path.join(folder, `${name}.eml`));
    },
    async forget(isMeant) {
      for (const file of await mailsIn(folder))
        if (isMeant(await recipientOf(file))) await rm(file, { force: true });
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
    // No mail was ever sent.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name));
}

async function recipientOf(file: string): Promise<string> {
  return /^To: (.*)$/m.exec(await readFile(file, 'utf8'))?.[1]?.trim() ?? '';
}
