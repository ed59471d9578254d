import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [texts(root), react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['./src/test/setup.ts'],
    restoreMocks: true,
  },
});
