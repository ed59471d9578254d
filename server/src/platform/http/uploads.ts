import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ErrorCode, UploadRule } from '@adda/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, appError, isErrorCode } from '../errors.ts';

/**
 * An uploaded file, on disk until the response is sent. The claimed type is ignored and the file name is for display
 * only.
 */
export type UploadedFile = {
  readonly path: string;
  readonly bytes: number;
  readonly filename: string | undefined;
};

/** The content of a form: its file, unless none was chosen, and its other fields. */
type Form = { readonly file: UploadedFile | undefined; readonly fields: Readonly<Record<string, string>> };

/** Limits besides the size of the file; sizes in bytes. The longest field is the links of a profile. */
const FORM_LIMITS = {
  files: 1,
  fields: 12,
  parts: 13,
  fieldNameSize: 100,
  fieldSize: 16 * 1024,
  headerPairs: 20,
};
const FORM_BYTES = 256 * 1024;
/** Milliseconds without data, and in total, after which the connection is closed. */
const STALLED_MS = 30_000;
const TOTAL_MS = 600_000;
/** How long the rest of a refused upload is discarded, so that the sender can read the response. */
const LINGER_MS = 2000;
/** No upload lasts this long; older files belong to a killed process. */
const MAX_AGE_MS = 2 * TOTAL_MS;

/** Whether a request announces a form. Checked before its body is read. */
export const isForm = (request: FastifyRequest): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '');

/**
 * Receives a form and streams its file to `folder`. The file is removed when the request ends, with any outcome.
 * Throws the rule's `tooLarge` as soon as the limit is exceeded, and `malformed_request` for a form that is
 * truncated, has several files or too many fields.
 */
export function receiveForm(request: FastifyRequest, reply: FastifyReply, place: Place): Promise<Form> {
  const form = receive(request, reply, place);
  const { uploadsUnderWay } = request.server;
  const over = form.then(
    () => undefined,
    () => undefined,
  );
  uploadsUnderWay.add(over);
  void over.then(() => uploadsUnderWay.delete(over));
  return form;
}

type Place = { readonly rule: UploadRule; readonly folder: string };

async function receive(request: FastifyRequest, reply: FastifyReply, { rule, folder }: Place): Promise<Form> {
  const file = path.join(folder, `${randomBytes(12).toString('hex')}.upload`);
  const disconnect = () => request.raw.destroy();
  const stalled = setTimeout(disconnect, STALLED_MS);
  const late = setTimeout(disconnect, TOTAL_MS);
  try {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > rule.maxBytes + FORM_BYTES) throw appError(tooLargeOf(rule));
    const form = await readForm(request, { rule, file, onBytes: () => stalled.refresh() });
    removeAfter(reply, file);
    return form;
  } catch (error) {
    await rm(file, { force: true });
    discardRest(request);
    throw toFailure(error);
  } finally {
    clearTimeout(stalled);
    clearTimeout(late);
  }
}

type Reading = { readonly rule: UploadRule; readonly file: string; readonly onBytes: () => void };

async function readForm(request: FastifyRequest, { rule, file, onBytes }: Reading): Promise<Form> {
  const fields: Record<string, string> = {};
  let uploaded: UploadedFile | undefined;
  // One byte above the limit distinguishes a file that is too large from one that just fits.
  const limits = { ...FORM_LIMITS, fileSize: rule.maxBytes + 1 };
  for await (const part of request.parts({ limits })) {
    onBytes();
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated || !isText(part.value)) throw malformed();
      fields[part.fieldname] = part.value;
    } else {
      if (part.fieldname !== rule.field) throw malformed();
      const bytes = await writeToFile(part, { rule, file, onBytes });
      // A browser sends an empty part when no file was chosen.
      if (bytes > 0 || part.filename) uploaded = { path: file, bytes, filename: part.filename };
    }
  }
  return { file: uploaded, fields };
}

async function writeToFile(part: MultipartFile, { rule, file, onBytes }: Reading): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  let bytes = 0;
  try {
    const chunks: AsyncIterable<Buffer> = part.file;
    for await (const chunk of chunks) {
      onBytes();
      bytes += chunk.length;
      if (bytes > rule.maxBytes) throw appError(tooLargeOf(rule));
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return bytes;
}

const malformed = () => appError('malformed_request');
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

function tooLargeOf({ tooLarge }: UploadRule): ErrorCode {
  return isErrorCode(tooLarge) ? tooLarge : 'body_too_large';
}

/** Disk errors are returned unchanged. Every other error is caused by the form. */
function toFailure(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error && 'syscall' in error)) return malformed();
  return 'code' in error && error.code === 'ENOSPC' ? appError('storage_full') : error;
}

function discardRest({ raw }: FastifyRequest): void {
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), LINGER_MS);
  raw.once('close', () => clearTimeout(timer));
}

/** Not a hook: response hooks don't run after a disconnect. */
function removeAfter(reply: FastifyReply, file: string): void {
  const remove = () =>
    rm(file, { force: true }).catch((error: unknown) =>
      reply.log.error({ err: error }, 'an upload was not removed'),
    );
  if (reply.raw.closed || reply.raw.destroyed) void remove();
  else reply.raw.once('close', () => void remove());
}

/** Removes files of killed processes from the folder. Current uploads of other nodes that share it are younger. */
export async function sweepUploads(folder: string, now = Date.now()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > MAX_AGE_MS) await rm(file, { recursive: true, force: true });
  }
}
