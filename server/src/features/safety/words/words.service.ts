import { randomBytes } from 'node:crypto';
import { WORDS_MAX, type ListedWord, type WordInput } from '@adda/contract/safety';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError, ValidationError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { SafetyMemory } from '../safety-memory.service.ts';
import { foldedWord } from './word-matcher.policy.ts';
import { bumpWordsVersion, countWords, deleteWord, insertWord, listWords } from './words.repository.ts';

const WORD_ID_BYTES = 12;

export type WordsService = ReturnType<typeof createWordsService>;

/** Creates the commands of the word list. Each resolves once the change applies on this node. */
export function createWordsService(database: Database, memory: Pick<SafetyMemory, 'refresh'>) {
  return {
    /** Returns the whole list, newest first (SV-105). */
    list: (): Promise<ListedWord[]> => listWords(database.db),

    /**
     * Adds a word (SV-105). Throws `word_exists` if a word with the same folded form is listed, `words_full`, and a
     * `ValidationError` for a word without letters and digits.
     */
    async add({ userId }: Actor, input: WordInput): Promise<ListedWord> {
      const word = input.word.toWellFormed().replaceAll('\0', '');
      const { action } = input;
      const folded = foldedWord(word);
      if (folded === '')
        throw new ValidationError([
          { loc: ['body', 'word'], msg: 'Use letters or digits.', type: 'invalid_format' },
        ]);
      const id = randomBytes(WORD_ID_BYTES).toString('hex');
      const added = await database.transaction(async (tx) => {
        await bumpWordsVersion(tx);
        const count = await countWords(tx);
        if (!(await insertWord(tx, { id, word, folded, action, addedBy: userId })))
          throw appError('word_exists');
        if (count >= WORDS_MAX) throw appError('words_full');
        await writeAudit(tx, {
          actorId: userId,
          action: 'word_added',
          target: `word:${id}`,
          details: { word, action },
        });
        return listWords(tx, id);
      });
      await memory.refresh();
      const [listed] = added;
      if (!listed) throw new Error('a word that was listed is not there');
      return listed;
    },

    /** Removes a word (SV-105). Throws `word_not_found`. */
    async remove({ userId }: Actor, wordId: string): Promise<void> {
      await database.transaction(async (tx) => {
        await bumpWordsVersion(tx);
        const removed = await deleteWord(tx, wordId);
        if (!removed) throw appError('word_not_found');
        const { word, action } = removed;
        await writeAudit(tx, {
          actorId: userId,
          action: 'word_removed',
          target: `word:${wordId}`,
          details: { word, action },
        });
      });
      await memory.refresh();
    },
  };
}
