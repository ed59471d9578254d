import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMigrations } from './migrations.ts';
import { createSample, type Sample } from './sample.fixture.ts';

let sample: Sample;
beforeEach(() => {
  sample = createSample();
  sample.plant({
    'server/migrations/20990101T000000_words.ts': migration(`
      CREATE TABLE words (id bigint PRIMARY KEY, word text NOT NULL CHECK (word <> ''))`),
  });
});
afterEach(() => sample.dispose());

const migration = (statement: string, comment = '') =>
  `${comment}export const up = (db) => sql\`${statement}\`.execute(db);\n`;
const faultsOf = (text: string) => {
  sample.plant({ 'server/migrations/20990102T000000_next.ts': text });
  return checkMigrations(sample.root).faults.join('\n');
};

describe('migrations that break the previous version are found', () => {
  it.each([
    ['DROP TABLE words', 'removes'],
    ['ALTER TABLE words DROP COLUMN word', 'removes'],
    ['ALTER TABLE words ADD COLUMN tone text, DROP word', 'removes a column'],
    ['DROP FUNCTION append_words(text)', 'calls'],
    ['ALTER TABLE words RENAME COLUMN word TO text', 'renames'],
    ['ALTER TABLE words RENAME TO texts', 'renames'],
    ['ALTER TABLE words RENAME TO texts; CREATE VIEW other AS SELECT 1', 'renames'],
    ['ALTER TABLE words ALTER COLUMN word SET NOT NULL', 'may omit'],
    ['ALTER TABLE words ALTER COLUMN word DROP DEFAULT', 'omits'],
    ['ALTER TABLE words ALTER word TYPE varchar(10)', 'changes a type'],
    ['ALTER TABLE words ADD COLUMN tone text NOT NULL', 'does not fill'],
    ['ALTER TABLE words ADD COLUMN a text DEFAULT 1, ADD COLUMN tone text NOT NULL', 'does not fill'],
    ['ALTER TABLE words ADD CONSTRAINT short CHECK (length(word) < 10)', 'forbids'],
    ['ALTER TABLE words ADD UNIQUE (word)', 'forbids'],
    ['CREATE UNIQUE INDEX words_once ON words (word)', 'duplicates'],
    ['TRUNCATE words', 'deletes all rows'],
  ])('%s', (statement, fault) => {
    expect(checkMigrations(sample.root)).toEqual({ files: 1, faults: [] });
    expect(faultsOf(migration(statement))).toContain(fault);
    expect(faultsOf(migration(statement, '// contracts: unused since 1.4: nothing reads words\n'))).toBe('');
    expect(faultsOf(migration(statement, '// contracts: some time ago\n'))).toContain(fault);
  });

  it('a unique index is created again under its name only with the comment that it refuses less', () => {
    const again = migration(
      'DROP INDEX words_once; CREATE UNIQUE INDEX words_once ON words (word) WHERE tone IS NULL',
    );
    expect(faultsOf(again)).toContain('duplicates');
    expect(faultsOf(`// loosens: only words without a tone\n${again}`)).toBe('');
    const other = migration('CREATE UNIQUE INDEX tones_once ON words (tone)');
    expect(faultsOf(`// loosens: only words without a tone\n${again}${other}`)).toContain('duplicates');
  });

  it('unless a constraint refuses less than before, as the migration says', () => {
    const again = migration(
      'ALTER TABLE words DROP CONSTRAINT words_check, ADD CONSTRAINT words_check CHECK (true)',
    );
    expect(faultsOf(again)).toContain('forbids values');
    expect(faultsOf(`// loosens: short words too\n${again}`)).toBe('');
    const other = migration('ALTER TABLE words ADD CONSTRAINT words_long CHECK (length(word) > 1)');
    expect(faultsOf(`// loosens: short words too\n${again}${other}`)).toContain('forbids values');
  });

  it('also with the schema builder', () => {
    expect(faultsOf("export const up = (db) => db.schema.dropTable('words').execute();\n")).toContain(
      'removes',
    );
  });
});

it('accepts a migration that expands', () => {
  const statements = [
    "ALTER TABLE words ADD COLUMN tone text NOT NULL DEFAULT 'warm', ADD COLUMN note text",
    'ALTER TABLE words ALTER COLUMN word DROP NOT NULL',
    'ALTER TABLE words DROP CONSTRAINT short',
    'ALTER TABLE words RENAME TO texts; CREATE VIEW words AS SELECT word FROM texts',
    'CREATE TABLE tones (id bigint PRIMARY KEY, name text NOT NULL UNIQUE)',
    'CREATE TABLE tones (id bigint); CREATE UNIQUE INDEX tones_once ON tones (id)',
    'CREATE OR REPLACE FUNCTION say(word text) RETURNS text LANGUAGE sql AS $$ SELECT word $$',
    'CREATE TEMP TABLE seen ON COMMIT DROP AS SELECT 1',
    '-- DROP TABLE words comes a release later\n SELECT 1',
  ];
  for (const statement of statements) expect(faultsOf(migration(statement)), statement).toBe('');
});

it('ignores migrations before the rule', () => {
  sample.plant({ 'server/migrations/20200101T000000_old.ts': migration('DROP TABLE words') });
  expect(checkMigrations(sample.root)).toEqual({ files: 2, faults: [] });
});
