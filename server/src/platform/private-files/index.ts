export { createFilesPrivately, makePrivate } from './private-files.ts';
