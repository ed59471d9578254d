import type * as z from 'zod/mini';
import { appError } from '../../../platform/errors.ts';
import type { RawBody } from '../../../platform/http/handler.ts';
import { parseJson } from '../gateways/provider-call.ts';

/** A JSON body in a provider's form, an empty one as `{}`; throws `sandbox_refused`. */
export function readBody<T>(schema: z.ZodMiniType<T>, { text }: RawBody): T {
  const parsed = schema.safeParse(text === '' ? {} : parseJson(text));
  if (!parsed.success) throw appError('sandbox_refused', { reason: 'this body is not as documented' });
  return parsed.data;
}

/** Largest amount of an order, in minor units; a provider has such a bound as well. */
export const AMOUNT_MAX = 1_000_000_000;

/** Longest texts of an order. */
export const TEXT_MAX = 256;
