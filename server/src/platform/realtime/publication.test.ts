import { describe, expect, it } from 'vitest';
import { encodeEvent } from './packet-frames.ts';
import { decodePublication, encodePublication, isFrom, type Publication } from './publication.ts';

const node = '6f1c0d52-6a3e-4c53-8f0e-0d8f0a1b2c3d';
const publicationOf = (content: Publication['content']): Publication => ({
  node,
  number: 7,
  previous: 3,
  content,
});

describe('a publication', () => {
  it.each<[string, Publication['content']]>([
    [
      'a flush with packets, exceptions and marks',
      {
        kind: 'flush',
        rooms: [
          ['group:g', [encodeEvent('said', { n: 1, text: 'line\nஎன்ன 👋🏽' }), encodeEvent('said', { n: 2 })]],
          ['user:5', [encodeEvent('own'), encodeEvent('other')], [['hides:5'], []]],
          ['group:empty', []],
        ],
        marks: [['chat:5:7', 12]],
      },
    ],
    ['a flush of marks alone', { kind: 'flush', rooms: [], marks: [['inbox:1', 0]] }],
    ['a revocation', { kind: 'leave', userRoom: 'user:5', room: 'group:g' }],
    ['the end of connections', { kind: 'disconnect', room: 'user:5', last: encodeEvent('kick_user') }],
    ['a heartbeat', { kind: 'hello', lost: 2 }],
  ])('is read as it was written: %s', (_name, content) => {
    const text = encodePublication(publicationOf(content));
    expect(decodePublication(text)).toEqual(publicationOf(content));
    expect(isFrom(node, text)).toBe(true);
    expect(isFrom('another', text)).toBe(false);
  });

  it('contains a payload as it is, encoded once, however many rooms and events have it (CL-02)', () => {
    const said = { text: '"quoted", and more' };
    const content: Publication['content'] = {
      kind: 'flush',
      rooms: [
        ['chat:5:7', [encodeEvent('message', said)]],
        ['user:5:shell', [encodeEvent('new_message', said), encodeEvent('kick_user')]],
      ],
    };
    const text = encodePublication(publicationOf(content));
    expect(text.split(JSON.stringify(said))).toHaveLength(2);
    expect(decodePublication(text)).toEqual(publicationOf(content));
  });

  it('of a newer version is ignored', () => {
    expect(decodePublication(`${node} 1 0\n{"kind":"newer"}\n`)).toBeUndefined();
  });
});
