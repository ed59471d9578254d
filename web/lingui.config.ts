import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const src = '<rootDir>/src';
const tests = '**/*.test.*';

/** One catalog for each folder of src/features, named after it, and one for everything else in src. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: `${src}/locales/app/{locale}`, include: [src], exclude: [`${src}/features/**`, tests] },
    { path: `${src}/locales/{name}/{locale}`, include: [`${src}/features/{name}`], exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false }),
});
