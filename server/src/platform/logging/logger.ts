import { isDatabaseUnavailable } from '../database/index.ts';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

const DEBUG = 20;
const ERROR = 50;

/**
 * While the database is away everybody who needs it fails, every few seconds; its watch says so in one line, and the
 * others are heard at the level `debug` alone.
 */
const hooks: LoggerOptions['hooks'] = {
  logMethod(args, method, level) {
    const about: unknown = args[0];
    const isEcho =
      typeof about === 'object' && about !== null && 'err' in about && isDatabaseUnavailable(about.err);
    if (isEcho && level > DEBUG && level <= ERROR) this.debug(...args);
    else method.apply(this, args);
  },
};

/** The program's logger: JSON lines on the standard output unless told, tokens and secrets masked. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    hooks,
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
        // What a database and a mail server say besides the message: values of columns, addresses.
        'err.detail',
        'err.where',
        'err.rejected',
        'err.rejectedErrors',
        'err.response',
        'req.headers.authorization',
        'req.headers.cookie',
        // What the reader of forms says of itself at the level `trace`.
        'busboyOptions.headers',
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '***',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
