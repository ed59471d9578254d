import type { ErrorCode } from '@adda/contract';

/**
 * Fields of an {@link ApiError}. `status` is the HTTP status, 0 without a response (then `code` is 'network'
 * or 'timeout').
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
 * A failed call. `detail` is the server's own text about it, empty without one; a flow with a specified
 * default text then shows that default (ER-04, ER-05). `message` is always a displayable sentence: the
 * server's, or a general one. `fields` maps input names to the messages of a 422. `data` is the unchanged
 * response body (FE-63).
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

  /** Whether no response arrived: offline, server unavailable or timeout. Retrying is safe for a GET. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

/** Maps `[{loc, msg}]` to the first message per input name. `loc` starts with body, query or params. */
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

/** Returns the server's text about the failure, or '' for its generic internal error message. */
function ownDetail(record: Record<string, unknown>, fields: Readonly<Record<string, string>>): string {
  if (record.code === internalCode) return '';
  return typeof record.detail === 'string' ? record.detail : (Object.values(fields)[0] ?? '');
}

/** Converts an error response to an {@link ApiError}; `fallback` is its message if the server sent none. */
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
