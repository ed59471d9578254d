import type { ErrorCode } from '@adda/contract';

/**
 * What a failed call tells: `status` is the HTTP status, 0 when no answer came (then `code` is 'network' or
 * 'timeout').
 */
export type ApiErrorInit = {
  status: number;
  detail: string;
  message?: string;
  code?: string;
  fields?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
  requestId?: string;
  data?: unknown;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * A call that did not succeed. `detail` is what the server said about it, empty where it said nothing of its own; a flow
 * with a specified default shows that then (ER-04, ER-05). `message` is always a sentence fit to be shown: the server's,
 * or a general one. `fields` maps a 422 to input names. `data` is the body of the answer as it came (FE-63).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly data: unknown;

  constructor(init: ApiErrorInit) {
    super(init.message ?? init.detail);
    this.name = 'ApiError';
    this.status = init.status;
    this.detail = init.detail;
    this.code = init.code ?? '';
    this.fields = init.fields ?? {};
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.requestId = init.requestId;
    this.data = init.data;
  }

  /** No answer came: offline, server away or too slow. Trying again is safe for a GET. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

/** `[{loc, msg}]` → the input's name and its first message. `loc` starts with body, query or params. */
function fieldErrors(detail: readonly unknown[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const item of detail) {
    if (!isRecord(item) || !Array.isArray(item.loc) || typeof item.msg !== 'string') continue;
    const path: unknown[] = item.loc;
    const name = path.slice(path.length > 1 ? 1 : 0).join('.');
    fields[name] ??= item.msg;
  }
  return fields;
}

const seconds = (value: unknown): number | undefined => {
  const number = Number(value);
  return value !== null && value !== undefined && Number.isFinite(number)
    ? Math.max(0, Math.ceil(number))
    : undefined;
};

const internalCode: ErrorCode = 'internal';

/** What the server said, unless it is its general sentence about a fault of its own. */
function ownDetail(record: Record<string, unknown>, fields: Readonly<Record<string, string>>): string {
  if (record.code === internalCode) return '';
  return typeof record.detail === 'string' ? record.detail : (Object.values(fields)[0] ?? '');
}

/** Reads a response's body into an {@link ApiError}; `fallback` is its message where the server said nothing. */
export function toApiError(response: Response, body: unknown, fallback: string): ApiError {
  const record = isRecord(body) ? body : {};
  const fields = Array.isArray(record.detail) ? fieldErrors(record.detail) : {};
  const detail = ownDetail(record, fields);
  return new ApiError({
    status: response.status,
    detail,
    message: detail || fallback,
    fields,
    code: typeof record.code === 'string' ? record.code : undefined,
    retryAfterSeconds:
      response.status === 429
        ? (seconds(response.headers.get('retry-after')) ?? seconds(record.retry_after))
        : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    data: body,
  });
}
