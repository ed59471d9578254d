/** Loaded before the program with `--import`: on SIGWINCH it advances the clock of this process by CLOCK_STEP_MS. */
const step = Number(process.env['CLOCK_STEP_MS'] ?? 0);
let shift = 0;
const TrueDate = Date;

globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(TrueDate.now() + shift).toString(),
  construct: (_target, given: [number] | []) =>
    given.length === 0 ? new TrueDate(TrueDate.now() + shift) : new TrueDate(...given),
  get: (target, key) =>
    key === 'now' ? () => TrueDate.now() + shift : (Reflect.get(target, key, target) as unknown),
});

process.on('SIGWINCH', () => {
  shift += step;
  process.stdout.write(`clock ahead: ${shift}\n`);
});
