/**
 * What a failed call tells: `status` is the HTTP status, 0 when no answer came (then `code` is 'network' or
 * 'timeout').
 */
export type ApiErrorInit = {
  status: number;
  detail: string;
  code?: string;
  fields?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
  requestId?: string;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A call that did not succeed. `detail` is a sentence fit to be shown; `fields` maps a 422 to input names. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(init: ApiErrorInit) {
    super(init.detail);
    this.name = 'ApiError';
    this.status = init.status;
    this.detail = init.detail;
    this.code = init.code ?? '';
    this.fields = init.fields ?? {};
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.requestId = init.requestId;
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

/** Reads an answer's body into an {@link ApiError}; `fallback` is said when the answer has no sentence. */
export function toApiError(response: Response, body: unknown, fallback: string): ApiError {
  const record = isRecord(body) ? body : {};
  const fields = Array.isArray(record.detail) ? fieldErrors(record.detail) : {};
  const detail = typeof record.detail === 'string' ? record.detail : (Object.values(fields)[0] ?? fallback);
  return new ApiError({
    status: response.status,
    detail,
    fields,
    code: typeof record.code === 'string' ? record.code : undefined,
    retryAfterSeconds:
      response.status === 429
        ? (seconds(response.headers.get('retry-after')) ?? seconds(record.retry_after))
        : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}
