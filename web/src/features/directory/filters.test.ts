import { beforeEach, describe, expect, it } from 'vitest';
import { filterStore } from './filter-store.ts';
import { countOf, filterProblems, noFilters, readFilters, normalizeFilters } from './filters.ts';

const filters = (given: Partial<typeof noFilters>) => ({ ...noFilters, ...given });

describe('filters of the directory', () => {
  it('DI-15, DI-17, CO-28, CO-29: show the errors of a name and of ages', () => {
    expect(filterProblems(filters({ username: ' ab ' }))).toEqual({
      username: 'Username must be at least 3 characters.',
    });
    expect(filterProblems(filters({ age_min: '17', age_max: '101' }))).toEqual({
      age_min: 'Age must be between 18 and 100.',
      age_max: 'Age must be between 18 and 100.',
    });
    expect(filterProblems(filters({ age_min: '20.5' }))).toHaveProperty('age_min');
    expect(filterProblems(filters({ username: 'abc', age_min: '18', age_max: '100' }))).toEqual({});
  });

  it('DI-16, Q-42: are applied in lower case, the ages in ascending order', () => {
    const tidy = normalizeFilters(filters({ username: ' AaRav ', age_min: '30', age_max: '9' }));
    expect(tidy).toEqual(filters({ username: 'aarav', age_min: '9', age_max: '30' }));
  });

  it('DI-04, X-31: have a state for the USA only', () => {
    expect(normalizeFilters(filters({ country: 'USA', state: 'Ohio' })).state).toBe('Ohio');
    expect(normalizeFilters(filters({ country: 'USA', state: 'Punjab' })).state).toBe('');
    expect(normalizeFilters(filters({ country: 'India', state: 'Punjab' })).state).toBe('');
    expect(normalizeFilters(filters({ state: 'Ohio' })).state).toBe('');
  });

  it('count the two ages once', () => {
    expect(countOf(noFilters)).toBe(0);
    expect(countOf(filters({ age_min: '20', age_max: '30', sex: 'male' }))).toBe(2);
    expect(countOf(filters({ age_max: '30' }))).toBe(1);
  });
});

describe('saved filters', () => {
  beforeEach(() => filterStore.clear());

  it('DI-12: are stored under userFilters and read again', () => {
    filterStore.apply(filters({ username: 'ZOYA', age_min: '21' }));
    expect(JSON.parse(localStorage.getItem('userFilters') ?? '')).toEqual({
      username: 'zoya',
      age_min: '21',
      age_max: '',
      sex: '',
      country: '',
      state: '',
    });
    expect(filterStore.current()).toEqual(filters({ username: 'zoya', age_min: '21' }));
    filterStore.clear();
    expect(localStorage.getItem('userFilters')).toBeNull();
    expect(filterStore.current()).toEqual(noFilters);
  });

  it.each(['{', 'null', '[]', '{"age_min":3}', '{"username":"ab"}'])(
    'are empty where the storage contains %s',
    (stored) => {
      localStorage.setItem('userFilters', stored);
      dispatchEvent(new StorageEvent('storage', { key: 'userFilters' }));
      expect(filterStore.current()).toEqual(noFilters);
    },
  );

  it('DI-12: accept ages stored as numbers', () => {
    expect(readFilters({ age_min: 21, other: true })).toEqual(filters({ age_min: '21' }));
  });
});
