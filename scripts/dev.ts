/** `npm run dev`: the server and the web app, both reloading on change. */
import { spawn } from 'node:child_process';

const shell = process.platform === 'win32';
const parts = [
  spawn('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { stdio: 'inherit', shell }),
  spawn('npx', ['vite', '--clearScreen', 'false'], { stdio: 'inherit', shell, cwd: 'web' }),
];
const stop = () => parts.forEach((part) => part.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const part of parts) part.on('exit', stop);
