import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';
import type { Random } from './random.ts';
import type { Pool } from './pool.ts';

/** The subset of JSON Schema that the contract needs. */
type Shape = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};

const shapes = new WeakMap<ZodMiniType, Shape>();

/** Returns the shape that a schema of the contract accepts. */
export function shapeOf(schema: ZodMiniType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  shapes.set(schema, shape);
  return shape;
}

const LONG = 'x'.repeat(3000);
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Texts that no regular client sends. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  '\ufeff',
  'e\u0301'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(60),
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  '1); SELECT pg_sleep(20); --',
  '%',
  '_',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'a\r\nset-cookie: planted=1',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '1e309',
  '-1',
  '-0',
  '0x10',
  '9'.repeat(30),
  '2026-02-31',
  '0000-01-01',
  '99999-01-01T00:00:00.000Z',
  '0'.repeat(24),
  'zzzzzzzzzzzz-zzzzzzzzzzzz',
  '@',
  '@a b',
  'null',
  'true',
  'a'.repeat(40) + '!',
  LONG,
];

/** Values of all other types. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  9_223_372_036_854_775_807n.toString(),
  [],
  {},
  [[]],
  [null],
  { toString: 'x', valueOf: 1, toJSON: 'y' },
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
  JSON.parse(deep(60)),
  Array.from({ length: 500 }, () => 'a'),
];

/** Returns a value that fits no schema. */
export const hostileValue = (random: Random): unknown =>
  random.happens(0.6) ? random.one(HOSTILE_TEXTS) : random.one(HOSTILE_VALUES);

const WORDS = ['chai', 'Kerala', 'Good evening', 'monsoon', 'a-b_c', 'ok'];

function textFor(field: string, shape: Shape, { random, pool }: Making): string {
  if (shape.format === 'date-time') return new Date(Date.UTC(2026, 0, 1 + random.below(300))).toISOString();
  if (shape.format === 'date')
    return `19${80 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`;
  if (/mail/.test(field)) return `p${random.below(1e9)}@example.org`;
  if (/url|links/.test(field)) return 'https://example.org/picture.png';
  if (/password/.test(field)) return `pass-${random.below(1e9)}-word`;
  const known = pool.fitting(field);
  if (known.length > 0 && random.happens(0.9)) return random.one(known);
  if (/state/.test(field)) return 'Kerala';
  if (/username/.test(field)) return `n${random.below(1e9)}`;
  const text = `${random.one(WORDS)} ${random.below(1000)}`;
  return text.padEnd(shape.minLength ?? 0, 'a').slice(0, shape.maxLength ?? 200);
}

/** Sources of generated values. */
export type Making = { readonly random: Random; readonly pool: Pool };

function numberFor({ minimum = 0, maximum = 1_000_000, type }: Shape, { random }: Making): number {
  const number = minimum + random.next() * (Math.min(maximum, minimum + 1000) - minimum);
  return type === 'integer' ? Math.floor(number) : number;
}

function objectFor({ properties = {}, required = [] }: Shape, making: Making): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(properties)) {
    if (required.includes(name) || making.random.happens(0.6)) made[name] = validValue(part, making, name);
  }
  return made;
}

/** Returns a valid or nearly valid value for a shape; patterns other than ids and names are ignored. */
export function validValue(shape: Shape, making: Making, field = ''): unknown {
  const { random } = making;
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return validValue(random.one(choices), making, field);
  if (shape.allOf?.[0]) return validValue(shape.allOf[0], making, field);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return random.one(shape.enum);
  switch (shape.type) {
    case 'object':
      return objectFor(shape, making);
    case 'array':
      return Array.from({ length: 1 + random.below(3) }, () => validValue(shape.items ?? {}, making, field));
    case 'string':
      return textFor(field, shape, making);
    case 'number':
    case 'integer':
      return numberFor(shape, making);
    case 'boolean':
      return random.happens(0.5);
    case 'null':
      return null;
    case undefined:
    default:
      return hostileValue(random);
  }
}

const KEYS = [
  '__proto__',
  'constructor',
  'role',
  'is_admin',
  'user_id',
  'id',
  'sender',
  'currentUser',
  'amount',
];

/** Makes one part of a value invalid: another value, an extra field, or a missing one. */
export function corrupt(value: unknown, { random }: Making): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostileValue(random);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 2);
  const rest = entries.filter((_entry, index) => index !== at);
  if (at < entries.length && random.happens(0.2)) return Object.fromEntries(rest);
  const name = entries[at]?.[0] ?? random.one(KEYS);
  return Object.fromEntries([...rest, [name, hostileValue(random)]]);
}
