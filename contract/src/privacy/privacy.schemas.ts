import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';

/** An export of all data of an account: a ZIP of JSON and files. `url` is a signed link while it is `ready`. */
export const dataExport = z.object({
  export_id: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
  status: z.enum(['pending', 'ready', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  created_at: timestamp,
  ready_at: z.nullable(timestamp),
  expires_at: z.nullable(timestamp),
  bytes: z.nullable(z.int()),
  url: z.nullable(z.string()),
});

export type DataExport = z.output<typeof dataExport>;
