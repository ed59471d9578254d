import { closeAfterFile } from './file-scope.fixture.ts';

closeAfterFile();
