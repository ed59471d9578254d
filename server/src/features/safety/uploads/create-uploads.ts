import './uploads.tables.ts';
import type { SafetyOptions, Uploads } from '../safety.types.ts';
import { createJudge } from './judge-upload.ts';
import { createKeptOut } from './kept-out.service.ts';
import { createScanner } from './scanner.ts';
import { uploadsHandlers } from './uploads.routes.ts';

/** Wires the list of refused files and the external scanner. */
export function createUploads({ database, logger, scanner: settings }: SafetyOptions) {
  const keptOut = createKeptOut(database);
  const scanner = createScanner({ scanner: settings, logger });
  const uploads: Uploads = {
    judge: createJudge({ database, logger }),
    scan: scanner.scan,
    keepOut: keptOut.keepOut,
  };
  return { uploads, handlers: uploadsHandlers(keptOut), close: scanner.close };
}
