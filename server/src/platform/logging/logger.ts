import { pino, type Logger } from 'pino';

export type { Logger };

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
