import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

/** One mail to one person. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
};

/** Sends mails. `send` throws when the mail was not taken, so that a job tries again. */
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
};

/** Makes the mailer: over SMTP, or into files `DATA_DIR/outbox/*.eml` (RFC 5322) that appear whole or not at all. */
export function createMailer({ smtpUrl, from, dataDir }: MailerOptions): Mailer {
  if (!smtpUrl) return createOutbox(from, path.join(dataDir, 'outbox'));
  const transport = createTransport(smtpUrl, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    forget: async () => undefined,
    forgetBefore: async () => undefined,
    close: () => transport.close(),
  };
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
