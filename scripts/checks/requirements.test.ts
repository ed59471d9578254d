import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkRequirements } from './requirements.ts';
import { createSample, type Sample } from './sample.fixture.ts';

let sample: Sample;
beforeEach(() => {
  sample = createSample();
  // Ids are concatenated here, so that the check of this repository doesn't find them.
  sample.plant({
    'docs/requirements/gc-group-chat.md': `- **${gc(1)}** One.\n- **${gc(2)}** Two.\n- **${gc(3)}** Three.\n`,
    'docs/requirements/untested.md': `| ${gc(3)} | only says what others say |\n`,
    'server/src/rooms.test.ts': `it('${gc(1)} to ${gc(2)}: works');\n`,
  });
});
afterEach(() => sample.dispose());

const gc = (number: number) => ['GC', `0${number}`].join('-');
const faults = () => checkRequirements(sample.root).faults;

it('finds nothing when each id is defined once and cited by a test or listed as untested', () => {
  expect(faults()).toEqual([]);
  expect(checkRequirements(sample.root).files).toBeGreaterThan(0);
});

it('finds a cited id without a definition', () => {
  sample.plant({ 'server/src/main.ts': `// ${gc(9)}\n` });
  expect(faults()).toEqual([`server/src/main.ts: ${gc(9)} is not defined`]);
});

it('finds an id that no test cites', () => {
  sample.plant({ 'server/src/rooms.test.ts': `it('${gc(1)}: works');\n` });
  expect(faults()).toEqual([`${gc(2)}: no test names it`]);
});

it('finds an id that is listed as untested although a test cites it', () => {
  sample.plant({ 'docs/requirements/untested.md': `| ${gc(1)} | none |\n| ${gc(3)} | none |\n` });
  expect(faults()).toEqual([`docs/requirements/untested.md: a test names ${gc(1)}`]);
});

it('finds an id that is defined twice', () => {
  sample.plant({ 'docs/requirements/r-rules.md': `- **${gc(1)}** Again.\n` });
  expect(faults()).toEqual([expect.stringContaining(`${gc(1)} is defined twice`)]);
});

it('finds nothing without definitions', () => {
  const bare = createSample();
  expect(checkRequirements(bare.root).files).toBe(0);
  bare.dispose();
});
