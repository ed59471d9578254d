import { pino, type Logger } from 'pino';

export type { Logger };

const TOKEN_IN_URL = /([?&](?:token|sig|auth)=)[^&#\s"]*/gi;

/** Hides tokens in an address before it is logged. */
export function maskUrl(url: string): string {
  return url.replace(TOKEN_IN_URL, '$1***');
}

/** The program's logger: JSON lines, tokens and secrets masked. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [
        'authorization',
        'token',
        'password',
        'new_password',
        'current_password',
        '*.authorization',
        '*.token',
        '*.password',
        '*.new_password',
        '*.current_password',
        '*.cookie',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
      censor: '***',
    },
  });
}
