import { routes, type Route, type RouteKey } from '@adda/contract';
import * as z from 'zod/mini';

/** What a field of a request names. */
type Subject = 'room' | 'message';

/** A part of a JSON schema. */
type Shape = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
};

type Schema = z.ZodMiniType;
type Parts = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
};
type Slot = { readonly part: keyof Parts; readonly name: string; readonly subject: Subject };

/** Ids and names that the requests of a caller contain. */
export type Given = {
  readonly room: string;
  readonly message: string;
  /** A user other than the caller. */
  readonly username: string;
};

/** Texts for required fields that have no other value, by name. A new field of a route or event needs one here. */
const TEXTS: Readonly<Record<string, string>> = {
  text: 'words',
  content: 'words',
  emoji: '👍',
  gift_type: 'rose',
  q: 'us',
  reason: 'A reason that is long enough',
  code: 'unknown',
  confirm_name: 'a name',
};

/** Optional fields that a request needs beside the one that names a room or message. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'PUT /drafts reply_to': ['group_id'],
  'GET /search/messages group_id': ['q'],
};

/** Routes of rooms that name no room. */
const WITHOUT_ROOM: ReadonlySet<string> = new Set([
  'POST /groupchat/groups/create',
  'GET /groupchat/groups',
  'GET /groupchat/users/:username/profile',
]);

const shapeOf = (schema: Schema): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

/** Fields that name a room or a message, wherever they stand. */
const NAMING = /"(?:group_?ids?|message_ids?|reply_to)":/i;

function subjectOf(name: string, shape: Shape, path: string): Subject | undefined {
  if (/^group_?id$/i.test(name)) return 'room';
  if (/^(?:message_ids?|reply_to)$/.test(name)) return 'message';
  if (NAMING.test(JSON.stringify(shape))) return 'room';
  if (name !== 'id') return undefined;
  if (path.includes('/groups/:id')) return 'room';
  return path.includes('/messages/:id') ? 'message' : undefined;
}

/** Returns a value that the shape accepts. */
function valueOf(name: string, shape: Shape, given: Given): unknown {
  const { message, room, username } = given;
  if (/^(?:username|recipient|\w+_username)$/.test(name)) return username;
  if (name === 'currentUser') return username;
  const subject = subjectOf(name, shape, '');
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return valueOf(name, shape.anyOf[0] ?? {}, given);
  if (shape.type === 'array') return [valueOf(name, shape.items ?? {}, given)];
  if (shape.type === 'object') {
    const required = (shape.required ?? []).map((key) => [
      key,
      valueOf(key, shape.properties?.[key] ?? {}, given),
    ]);
    return Object.fromEntries(required);
  }
  if (shape.type === 'boolean') return true;
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1);
  if (subject) return subject === 'room' ? room : message;
  const text = TEXTS[name];
  if (text === undefined) throw new Error(`TEXTS in private-rooms.fixture.ts has no value for “${name}”.`);
  return text;
}

const PARTS = ['params', 'query', 'body'] as const;

/** A request or event that names a room or a message in one of its fields. `make` fills it for a caller. */
export type NamingCall<Made> = {
  readonly name: string;
  readonly subject: Subject;
  /** `named`: the room and message that the field names; `given`: those of the other fields. */
  readonly make: (named: Given, given: Given) => Made;
};

/** Returns what fills the fields of one part: the required ones, and the one that names the subject. */
function fieldsOf(
  shape: Shape,
  path: string,
  slot: Slot,
  also: readonly string[],
  [named, given]: [Given, Given],
) {
  const wanted = new Set([...(shape.required ?? []), ...also]);
  const filled = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const isSlot = name === slot.name;
    if (!isSlot && !wanted.has(name)) return [];
    const from = isSlot ? named : given;
    if (name === 'id') return [[name, subjectOf(name, field, path) === 'room' ? from.room : from.message]];
    return [[name, valueOf(name, field, from)]];
  });
  return Object.fromEntries(filled) as Record<string, unknown>;
}

function slotsOf(shapes: Readonly<Partial<Record<keyof Parts, Shape>>>, path: string): Slot[] {
  return PARTS.flatMap((part) =>
    Object.entries(shapes[part]?.properties ?? {}).flatMap(([name, shape]) => {
      const subject = subjectOf(name, shape, path);
      return subject ? [{ part, name, subject }] : [];
    }),
  );
}

/** Returns the requests of all routes of the contract that name a room or a message, one for each field that does. */
export function namingRequests(): (NamingCall<Parts> & { readonly key: RouteKey })[] {
  return Object.entries<Route>(routes).flatMap(([key, route]) => {
    const path = key.split(' ')[1] ?? '';
    const shapes = Object.fromEntries(
      PARTS.flatMap((part) => (route[part] ? [[part, shapeOf(route[part])]] : [])),
    ) as Partial<Record<keyof Parts, Shape>>;
    const slots = slotsOf(shapes, path);
    if (slots.length === 0 && /group/.test(path) && !WITHOUT_ROOM.has(key))
      throw new Error(`${key}: which of its fields names the room?`);
    return slots.map((slot) => ({
      key: key as RouteKey,
      name: `${key} ${slot.name}`,
      subject: slot.subject,
      make: (named: Given, given: Given): Parts => {
        const part = (of: keyof Parts) =>
          fieldsOf(shapes[of] ?? {}, path, slot, NEEDED[`${key} ${slot.name}`] ?? [], [named, given]);
        return { params: part('params'), query: part('query'), body: part('body') };
      },
    }));
  });
}

/** Returns the events of a socket that name a room or a message, one for each field that does. */
export function namingEvents(incoming: Readonly<Record<string, Schema>>) {
  return Object.entries(incoming).flatMap(([event, schema]) => {
    const body = shapeOf(schema);
    return slotsOf({ body }, '').map((slot): NamingCall<Record<string, unknown>> & { event: string } => ({
      event,
      name: `${event} ${slot.name}`,
      subject: slot.subject,
      make: (named, given) => fieldsOf(body, '', slot, [], [named, given]),
    }));
  });
}
