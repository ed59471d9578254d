import { isDatabaseUnavailable } from '../database/index.ts';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

const DEBUG = 20;
const ERROR = 50;

/**
 * While the database is unavailable every operation fails. Its watch logs that once; the repeated errors are logged
 * at level `debug` only.
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

/** Creates the program's logger: JSON lines, to standard output by default, with tokens and secrets masked. */
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
        // Fields of database and mail server errors that contain column values or addresses.
        'err.detail',
        'err.where',
        'err.rejected',
        'err.rejectedErrors',
        'err.response',
        'req.headers.authorization',
        'req.headers.cookie',
        // Logged by the form parser at level `trace`.
        'busboyOptions.headers',
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '***',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
