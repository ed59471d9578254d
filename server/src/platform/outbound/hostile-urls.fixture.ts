import type { RefusalReason } from './outbound.types.ts';

/** Host names of the tests and their addresses. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'loopback-six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'unique-local.example': ['fd00::1'],
  'zoned.example': ['fe80::1%lo'],
  'garbage.example': ['not an address'],
  'nowhere.example': [],
};

/** Resolves the names above and no others. */
export async function resolveHostile(name: string): Promise<readonly string[]> {
  const found = NAMES[name.replace(/\.$/, '')];
  if (!found) throw new Error(`unknown name ${name}`);
  return found;
}

/** Hosts that must never be reached, in many notations. */
const HOSTS: Readonly<Partial<Record<RefusalReason, readonly string[]>>> = {
  address: [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '127.8.8.8',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '0x7F.1',
    '%31%32%37.0.0.1',
    '１２７．０．０．１',
    '127。0。0。1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.1',
    '192.168.1.1',
    '0xc0a80101',
    '100.64.0.1',
    '169.254.1.1',
    '169.254.169.254',
    '2852039166',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[4000::1]',
    ...Object.keys(NAMES),
    'LOOPBACK.example.',
  ],
  name: [
    'localhost',
    'LocalHost',
    'localhost.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'redis',
  ],
  malformed: [
    '[fe80::1%25lo]',
    '[fe80::1%lo]',
    '127.0.0.256',
    '1.2.3.4.5',
    '0x7f.0.0.0x1ff',
    'a b.example',
    '',
  ],
  credentials: ['someone@93.184.215.14', 'someone:secret@127.0.0.1', ':secret@loopback.example'],
};

const SCHEMES = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/x.png',
  'gopher://127.0.0.1:6379/_INFO',
  'ws://127.0.0.1/',
];
const SCHEMES_WITHOUT_HOST = [
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'blob:http://a.example/b',
  'about:blank',
];

/** Returns URLs that the server must never fetch, with this port and the reason of the refusal. */
export function hostileUrls(port: number): [url: string, reason: RefusalReason][] {
  const schemes = [...SCHEMES, ...SCHEMES_WITHOUT_HOST].map((url): [string, RefusalReason] => [
    url,
    'scheme',
  ]);
  const reasons: RefusalReason[] = ['address', 'name', 'malformed', 'credentials'];
  const hosts = reasons.flatMap((reason) =>
    (HOSTS[reason] ?? []).map((host): [string, RefusalReason] => [`http://${host}:${port}/x.png`, reason]),
  );
  return [...hosts, ...schemes, ['not an address', 'malformed'], ['//127.0.0.1/x.png', 'malformed']];
}
