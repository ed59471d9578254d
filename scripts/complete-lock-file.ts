/** Adds optional packages for other platforms to package-lock.json that a registry mirror omitted. */
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  version?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
};

const file = new URL('../package-lock.json', import.meta.url);
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));

/** Parses the platform of a package name such as `@x/binding-linux-arm64-musl`. */
function platformOf(name: string): Entry {
  const os = /android|darwin|freebsd|linux|win32|openharmony|sunos|netbsd|openbsd|aix/.exec(name)?.[0];
  const cpu = /arm64|x64|ia32|ppc64|riscv64|s390x|loong64|arm(?!64)/.exec(name)?.[0];
  const libc = name.includes('musl') ? 'musl' : /linux.*gnu/.test(name) ? 'glibc' : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`))) continue;
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...platformOf(name),
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Lock file complete: ${added} optional packages added.`);
