import { describe, expect, it } from 'vitest';
import type { Chunk } from './chunk-files.ts';
import { filesByRoute } from './route-chunks.ts';

const LARGE = 10_000;
const SMALL = 10;

/** A chunk with one module of the same name. */
const chunk = (name: string, imports: string[] = [], length = LARGE): Chunk => ({
  fileName: name,
  facadeModuleId: name,
  isEntry: name === 'main',
  isDynamicEntry: false,
  imports,
  modules: { [name]: { renderedLength: length } },
});

const loads = { login: ['login'], room: ['chats', 'room'], 'private chat': ['chats', 'private'] };

/** Returns the files of an app with three loads; `more` are chunks that its screens import by name. */
function files(more: Chunk[] = [], imports: Partial<Record<string, string[]>> = {}) {
  const screens = ['main', 'login', 'chats', 'room', 'private'];
  return filesByRoute([...screens.map((name) => chunk(name, imports[name])), ...more], loads);
}

describe('the files of a build', () => {
  it('hold the modules that the same loads need', () => {
    const found = files([chunk('bubble'), chunk('row')], {
      room: ['bubble'],
      private: ['bubble'],
      chats: ['row'],
    });
    expect(found.get('login')).toBe('login');
    expect(found.get('private')).toBe('private-chat');
    expect(found.get('bubble')).toMatch(/^shared-/);
    expect([found.get('row'), found.get('chats')]).toEqual([found.get('bubble'), found.get('bubble')]);
  });

  it("are the same for every load's needs and the imports of the page, with packages in a file of their own", () => {
    const react = 'node_modules/react/index.js';
    const found = files([chunk('button'), chunk(react)], {
      main: [react],
      login: ['button'],
      chats: ['button'],
    });
    expect(found.get('main')).toBe('common');
    expect(found.get('button')).toBe('common');
    expect(found.get(react)).toBe('vendor');
  });

  it('are not made for little code: it joins the smallest larger set', () => {
    const found = files([chunk('icon', [], SMALL), chunk('title', [], SMALL)], {
      room: ['icon'],
      private: ['icon'],
      login: ['title'],
      chats: ['icon'],
    });
    expect(found.get('icon')).toBe(found.get('chats'));
    expect(found.get('title')).toBe('login');
    expect(files([chunk('menu', [], SMALL)], { login: ['menu'], room: ['menu'] }).get('menu')).toBe('common');
  });

  it('leave out modules that no load needs', () => {
    expect(files([chunk('dialog')]).has('dialog')).toBe(false);
  });

  it('cannot be made for a module that the build does not have', () => {
    expect(() => filesByRoute([chunk('main')], loads)).toThrow('No chunk holds login');
  });
});
