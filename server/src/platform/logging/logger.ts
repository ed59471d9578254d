import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/** The program's logger: JSON lines on the standard output unless told, tokens and secrets masked. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
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
        // What a database and a mail server say besides the message: values of columns, addresses.
        'err.detail',
        'err.where',
        'err.rejected',
        'err.rejectedErrors',
        'err.response',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
      censor: '***',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
