import { commonErrors, type ErrorBody, type FieldError } from '@adda/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isResponseSerializationError } from 'fastify-type-provider-zod';
import { AppError, appError, databaseFailure, isErrorCode, ValidationError } from '../errors.ts';
import { noteRefusal } from '../logging/security-refusals.ts';
import { BARE_HEADERS } from './client-limits.ts';

const common = new Set(commonErrors);

function fieldErrors(error: FastifyError): FieldError[] {
  const part = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
  return (error.validation ?? []).map(({ instancePath, message, keyword }) => {
    const path = instancePath.split('/').filter((step) => step !== '');
    return {
      loc: [part, ...path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))],
      msg: message ?? 'Invalid input',
      type: keyword,
    };
  });
}

/** Converts an error to a failure of the contract; undefined for an unexpected error. */
function expectedFailure(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  const transient = databaseFailure(error);
  if (transient) return transient;
  if (isResponseSerializationError(error)) return undefined;
  if (error.statusCode === 413) return appError('body_too_large');
  if (error.statusCode === 415) return appError('json_expected');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return appError('malformed_request');
  return undefined;
}

function bodyOf(failure: AppError): ErrorBody {
  const { retry_after: retryAfter, until, group_id: groupId, challenge, methods } = failure.details;
  return {
    detail: failure.detail,
    code: failure.wireCode,
    ...(typeof retryAfter === 'number' && { retry_after: Math.ceil(retryAfter) }),
    ...(typeof until === 'string' && { until }),
    ...(typeof groupId === 'string' && { group_id: groupId }),
    ...(typeof challenge === 'string' && { challenge }),
    ...(Array.isArray(methods) && { methods }),
  };
}

/** Returns the failure that a route declares for invalid or unreadable input; undefined for any other error. */
function declaredFailure(error: FastifyError, code: string | undefined): AppError | undefined {
  if (code === undefined || !isErrorCode(code)) return undefined;
  return error.validation || expectedFailure(error)?.code === 'malformed_request'
    ? appError(code)
    : undefined;
}

/**
 * Error handler with one response format: `{detail, code}`; 422 with the list of fields (or the code that the route
 * declares instead); 429 with Retry-After, and 503 too where the time of a retry is known.
 */
export async function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { errors: declared, invalid } = request.routeOptions.config;
  let failure = declaredFailure(error, invalid);
  if (error.validation && !failure) {
    const body: ErrorBody = { detail: fieldErrors(error), code: 'validation_failed' };
    return reply.code(422).send(body);
  }
  if (error instanceof ValidationError) {
    const body: ErrorBody = { detail: error.fields, code: error.code };
    return reply.code(422).send(body);
  }
  failure ??= expectedFailure(error);
  if (failure && declared && !declared.includes(failure.code) && !common.has(failure.code)) {
    request.log.error(
      { code: failure.code, url: request.routeOptions.url },
      'route answered with an undeclared code',
    );
    failure = undefined;
  }
  if (!failure) {
    request.log.error({ err: error }, 'unexpected failure');
    failure = appError('internal');
  }
  noteRefusal(failure);
  const body = bodyOf(failure);
  if (body.retry_after !== undefined) reply.header('retry-after', body.retry_after);
  return reply.code(failure.status).send(body);
}

/** Handles URLs that the router can't process, such as overlong ones. */
export function answerUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = appError('malformed_request');
  void reply
    .code(failure.status)
    .headers(BARE_HEADERS)
    .header('x-request-id', request.id)
    .type('application/json')
    .send(JSON.stringify(bodyOf(failure)));
}
