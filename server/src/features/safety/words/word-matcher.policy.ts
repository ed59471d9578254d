import { foldText } from './fold-text.policy.ts';
import {
  matchesCounts,
  listedSpellingsOf,
  shapeOf,
  type Shape,
  listedWordsOf,
  readingsOf,
  type WrittenWords,
} from './spellings.policy.ts';

/** Finds listed words; created once per version of the list. */
export type WordMatcher<Entry> = {
  /**
   * Returns the entries that occur in the text as whole words, each once. Runs in time linear in the text, independent
   * of the list.
   */
  readonly find: (text: string) => readonly Entry[];
};

/** A trie node: outgoing edges by skeleton, and the entries that end here. */
type Node<Entry> = {
  readonly next: Map<string, { readonly counts: string; readonly node: Node<Entry> }[]>;
  readonly entries: Entry[];
};

const newNode = <Entry>(): Node<Entry> => ({ next: new Map(), entries: [] });

/** Returns the canonical form of a listed word, used to detect duplicates; empty if there is nothing to search for. */
export function foldedWord(word: string): string {
  return listedWordsOf(foldText(word))
    .map((part) => shapeOf(listedSpellingsOf(part)[0] ?? part))
    .map(({ skeleton, counts }) =>
      Array.from(skeleton)
        .map((letter, at) => letter.repeat(Number(counts[at])))
        .join(''),
    )
    .join(' ');
}

/** Compiles a word list. */
export function createWordMatcher<Entry extends { readonly word: string }>(
  listed: readonly Entry[],
): WordMatcher<Entry> {
  const root = newNode<Entry>();
  for (const entry of listed) {
    for (const shapes of spellingVariants(entry.word)) {
      const end = shapes.reduce(grow, root);
      if (end !== root && !end.entries.includes(entry)) end.entries.push(entry);
    }
  }
  return {
    find: (text) => {
      if (root.next.size === 0) return [];
      const found = new Set<Entry>();
      for (const words of readingsOf(foldText(text))) collect(root, words, found);
      return [...found];
    },
  };
}

/** Returns each spelling variant of a listed phrase as a sequence of shapes. */
function spellingVariants(word: string): Shape[][] {
  const parts = listedWordsOf(foldText(word)).map(listedSpellingsOf);
  const ways = Math.max(0, ...parts.map((spellings) => spellings.length));
  return Array.from({ length: ways }, (_, way) =>
    parts.map((spellings) => shapeOf(spellings[way] ?? spellings[0] ?? '')),
  );
}

function grow<Entry>(node: Node<Entry>, { skeleton, counts }: Shape): Node<Entry> {
  const edges = node.next.get(skeleton) ?? [];
  node.next.set(skeleton, edges);
  const known = edges.find((edge) => edge.counts === counts);
  if (known) return known.node;
  const added = newNode<Entry>();
  edges.push({ counts, node: added });
  return added;
}

/** Advances all partial matches in one pass over the text. */
function collect<Entry>(root: Node<Entry>, words: WrittenWords, found: Set<Entry>): void {
  const reached: (Set<Node<Entry>> | undefined)[] = [];
  words.forEach((steps, place) => {
    for (const { to, shapes } of steps) {
      const arrive = (node: Node<Entry>): void => {
        for (const entry of node.entries) found.add(entry);
        if (node.next.size > 0 && to < words.length) (reached[to] ??= new Set()).add(node);
      };
      advance(root, shapes, arrive);
      for (const node of reached[place] ?? []) advance(node, shapes, arrive);
    }
    // Frees the partial matches of a position that is complete.
    reached[place] = undefined;
  });
}

function advance<Entry>(
  from: Node<Entry>,
  shapes: readonly Shape[],
  arrive: (node: Node<Entry>) => void,
): void {
  for (const { skeleton, counts } of shapes) {
    for (const edge of from.next.get(skeleton) ?? []) {
      if (matchesCounts(counts, edge.counts)) arrive(edge.node);
    }
  }
}
