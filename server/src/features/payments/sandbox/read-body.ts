import type * as z from 'zod/mini';
import { appError } from '../../../platform/errors.ts';
import type { RawBody } from '../../../platform/http/handler.ts';
import { parseJson } from '../gateways/provider-call.ts';

/** Parses a JSON body in a provider's format, an empty one as `{}`; throws `sandbox_refused`. */
export function readBody<T>(schema: z.ZodMiniType<T>, { text }: RawBody): T {
  const parsed = schema.safeParse(text === '' ? {} : parseJson(text));
  if (!parsed.success) throw appError('sandbox_refused', { reason: 'this body is not as documented' });
  return parsed.data;
}

/** Maximum amount of an order, in minor units; real providers have a limit as well. */
export const AMOUNT_MAX = 1_000_000_000;

/** Maximum length of an order's texts. */
export const TEXT_MAX = 256;
