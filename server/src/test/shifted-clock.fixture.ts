/**
 * Preloaded (`node --import`): shifts the clock of this process by CLOCK_SHIFT_MS, and on SIGWINCH by CLOCK_STEP_MS more, if that is
 * set.
 */
let shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const step = Number(process.env['CLOCK_STEP_MS'] ?? 0);
const TrueDate = Date;

globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(TrueDate.now() + shift).toString(),
  construct: (_target, given: [number] | []) =>
    given.length === 0 ? new TrueDate(TrueDate.now() + shift) : new TrueDate(...given),
  get: (target, key) =>
    key === 'now' ? () => TrueDate.now() + shift : (Reflect.get(target, key, target) as unknown),
});

if (step > 0)
  process.on('SIGWINCH', () => {
    shift += step;
    process.stdout.write(`clock ahead: ${shift}\n`);
  });
