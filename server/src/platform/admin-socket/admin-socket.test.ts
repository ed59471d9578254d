import { connect } from 'node:net';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askRunningServer, startAdminSocket, type AdminCommands, type AdminSocket } from './index.ts';
import { socketPathOf } from './admin-commands.ts';

const logger = pino({ level: 'silent' });
const commands: AdminCommands = {
  greet: { usage: 'greet NAME', run: async ([name = '']) => `Hello ${name}!\nWelcome.` },
  count: {
    usage: 'count [TO]',
    async run([to = '2'], tell) {
      for (let count = 1; count <= Number(to); count += 1) tell(`${count} of ${to}`);
      return 'Counted.';
    },
  },
  fail: {
    usage: 'fail',
    run() {
      throw new Error('the disk is gone');
    },
  },
};

let dataDir: string;
let socket: AdminSocket | undefined;
beforeEach(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'adda-admin-'))));
afterEach(async () => {
  await socket?.stop();
  socket = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const start = async () => void (socket = await startAdminSocket({ dataDir, commands, logger }));

describe('SV-106: the admin socket', () => {
  it('runs a command of the table and returns its text', async () => {
    await start();
    expect(await askRunningServer(dataDir, { name: 'greet', args: ['Nadia'] })).toBe(
      'Hello Nadia!\nWelcome.',
    );
  });

  it('reports progress before the result', async () => {
    await start();
    const lines: string[] = [];
    const ask = (args: string[]) =>
      askRunningServer(dataDir, { name: 'count', args }, (line) => lines.push(line));
    expect(await ask([])).toBe('Counted.');
    expect(await ask(['3'])).toBe('Counted.');
    expect(lines).toEqual(['1 of 2', '2 of 2', '1 of 3', '2 of 3', '3 of 3']);
    await expect(ask(['3', '4'])).rejects.toThrow('Usage: npm run admin -- count [TO]');
  });

  it('explains the commands and their arguments', async () => {
    await start();
    await expect(askRunningServer(dataDir, { name: 'toString', args: [] })).rejects.toThrow(
      /admin -- greet NAME\n/,
    );
    const wrong = { name: 'greet', args: ['Nadia', 'Omar'] };
    await expect(askRunningServer(dataDir, wrong)).rejects.toThrow('Usage: npm run admin -- greet NAME');
  });

  it('reports a failure and keeps serving', async () => {
    await start();
    await expect(askRunningServer(dataDir, { name: 'fail', args: [] })).rejects.toThrow('the disk is gone');
    const raw = connect(socketPathOf(dataDir));
    await once(raw, 'connect');
    raw.write('no json\n');
    expect(await text(raw)).toContain('"ok":false');
    expect(await askRunningServer(dataDir, { name: 'greet', args: ['Omar'] })).toContain('Omar');
  });

  it('resolves to undefined when no server runs, before the first start and after a stop', async () => {
    expect(await askRunningServer(dataDir, { name: 'greet', args: ['Omar'] })).toBeUndefined();
    await start();
    await socket?.stop();
    socket = undefined;
    expect(await askRunningServer(dataDir, { name: 'greet', args: ['Omar'] })).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')(
    'replaces the socket of a killed server, and only its owner can open it',
    async () => {
      await writeFile(socketPathOf(dataDir), '');
      await start();
      expect(await askRunningServer(dataDir, { name: 'greet', args: ['Omar'] })).toContain('Omar');
      expect((await stat(socketPathOf(dataDir))).mode & 0o777).toBe(0o600);
    },
  );

  it('works in a folder whose path is too long for a socket', async () => {
    const root = dataDir;
    dataDir = path.join(root, 'a'.repeat(120));
    await mkdir(dataDir);
    await start();
    expect(await askRunningServer(dataDir, { name: 'greet', args: ['Omar'] })).toContain('Omar');
    await socket?.stop();
    socket = undefined;
    dataDir = root;
  });
});
