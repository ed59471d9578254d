import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from './index.ts';

const from = 'Adda <hello@adda.invalid>';
const mail = {
  to: 'nadia@example.org',
  subject: 'Welcome – schön',
  text: 'Hi Nadia,\n\nhttps://adda.example/x?token=abc\n',
};

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'adda-mail-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('without a mail server', () => {
  it('each mail is a file in RFC 5322 format', async () => {
    const mailer = createMailer({ from, dataDir });
    await Promise.all([
      mailer.send(mail),
      mailer.send(mail),
      mailer.send({ ...mail, html: '<p>Hi Nadia</p>' }),
    ]);
    const outbox = path.join(dataDir, 'outbox');
    const files = await readdir(outbox);
    expect(files).toHaveLength(3);
    for (const file of files) {
      expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/);
      const raw = await readFile(path.join(outbox, file), 'latin1');
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(raw).toMatch(/^\p{ASCII}*$/u);
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
      const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
      expect(headers).toMatch(/^From: Adda <hello@adda\.invalid>$/m);
      expect(headers).toMatch(/^To: nadia@example\.org$/m);
      expect(headers).toMatch(/^Subject: =\?UTF-8\?/m);
      expect(headers).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/m);
      expect(headers).toMatch(/^Message-ID: <\S+@\S+>$/m);
      expect(raw).toContain('https://adda.example/x?token=abc');
    }
  });

  it('NT-05: a mail that can be ended with one press says so in its header (RFC 8058)', async () => {
    const url = `https://adda.example/unsubscribe?token=${'a'.repeat(90)}`;
    await createMailer({ from, dataDir }).send({ ...mail, unsubscribeUrl: url });
    const [file = ''] = await readdir(path.join(dataDir, 'outbox'));
    const raw = await readFile(path.join(dataDir, 'outbox', file), 'latin1');
    expect(raw).toContain(`List-Unsubscribe: <${url}>\r\n`);
    expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  it.skipIf(process.platform === 'win32')('only the owner can read the files', async () => {
    await createMailer({ from, dataDir }).send(mail);
    const outbox = path.join(dataDir, 'outbox');
    expect((await stat(outbox)).mode & 0o077).toBe(0);
    const [file = ''] = await readdir(outbox);
    expect((await stat(path.join(outbox, file))).mode & 0o077).toBe(0);
  });

  it('a line break in an address adds no header', async () => {
    await createMailer({ from, dataDir }).send({ ...mail, to: 'nadia@example.org\r\nBcc: eve@example.org' });
    const [file = ''] = await readdir(path.join(dataDir, 'outbox'));
    expect(await readFile(path.join(dataDir, 'outbox', file), 'utf8')).not.toMatch(/^Bcc:/m);
  });
});

describe('with a mail server', () => {
  const startServer = async (refuse: boolean) => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => {
          received.push(Buffer.concat(chunks).toString());
          done(refuse ? new Error('not now') : null);
        });
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return { received, smtpUrl: `smtp://127.0.0.1:${port}`, close };
  };

  it('the mail is delivered and no file is written', async () => {
    const server = await startServer(false);
    const mailer = createMailer({ from, dataDir, smtpUrl: server.smtpUrl });
    await mailer.send(mail);
    expect(server.received).toEqual([expect.stringContaining('To: nadia@example.org')]);
    expect(await readdir(dataDir)).toEqual([]);
    mailer.close();
    await server.close();
  });

  it('a refused mail rejects, so that the job retries', async () => {
    const server = await startServer(true);
    const mailer = createMailer({ from, dataDir, smtpUrl: server.smtpUrl });
    await expect(mailer.send(mail)).rejects.toThrow('not now');
    mailer.close();
    await server.close();
    await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  });
});
