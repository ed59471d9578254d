import { Trans, useLingui } from '@lingui/react/macro';
import { defaultEmojiDataResolver, EmojiPicker, type Locale } from 'frimousse';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** Where the build puts the data; no other origin is requested. */
const DATA_PATH = '/emoji';

/** Emoji per row, as many as fit on the narrowest screens. */
const columnsOf = (windowWidth: number): number => (windowWidth < 360 ? 6 : 7);

const cell =
  'grid size-11 place-items-center rounded-chip text-2xl leading-none hover:bg-raised focus-visible:outline-offset-[-3px]';

type Parts = NonNullable<ComponentProps<typeof EmojiPicker.List>['components']>;

const parts: Parts = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-surface px-2 pt-2 pb-1 text-xs font-semibold text-mute">
      {category.label}
    </div>
  ),
  // Frimousse counts rows and columns from 0, ARIA from 1. It finds its rows by this number, except the first.
  Row: ({ 'aria-rowindex': row, ...props }) => <div {...props} aria-rowindex={row || undefined} />,
  Emoji: ({ emoji, 'aria-colindex': column = 0, ...props }) => (
    <button
      type="button"
      {...props}
      role="gridcell"
      aria-colindex={column + 1}
      className={classNames(cell, emoji.isActive && 'bg-raised')}
    >
      {emoji.emoji}
    </button>
  ),
};

const RECENT_KEY = 'emoji/recent';
const TONE_KEY = 'emoji/skin-tone';

/** Number of emoji to keep; one row of the picker. */
const MAX_RECENT = 7;

const tones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

/** Skin tone of hands and faces. */
type SkinTone = (typeof tones)[number];

/** The recently used emoji and the skin tone; stored in this browser. */
export const recentEmoji = {
  /** Recently used emoji, newest first. */
  list(): readonly string[] {
    return (localStorage.getItem(RECENT_KEY) ?? '').split(' ').filter((emoji) => emoji !== '');
  },
  add(emoji: string): void {
    const others = recentEmoji.list().filter((other) => other !== emoji);
    localStorage.setItem(RECENT_KEY, [emoji, ...others].slice(0, MAX_RECENT).join(' '));
  },
  skinTone: (): SkinTone => tones.find((tone) => tone === localStorage.getItem(TONE_KEY)) ?? 'none',
  setSkinTone: (tone: SkinTone): void => localStorage.setItem(TONE_KEY, tone),
};

/** Recently used emoji, in a separate row while the search is empty. */
function Recent({ max, onPick }: { max: number; onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  const [list] = useState(() => recentEmoji.list().slice(0, max));
  if (list.length === 0) return null;
  return (
    <div role="group" aria-label={t`Recently used`} className="flex shrink-0 border-b border-line px-1 py-1">
      {list.map((emoji) => (
        <button key={emoji} type="button" className={cell} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}

/** Takes the initial focus, except where that would open an on-screen keyboard. */
function Search({ onSearch }: { onSearch: (words: string) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) input.current?.focus({ preventScroll: true });
  }, []);
  return (
    <EmojiPicker.Search
      ref={input}
      aria-label={t`Search emoji`}
      placeholder={t`Search emoji`}
      className="min-h-11 min-w-0 grow rounded-chip bg-raised px-3 placeholder:text-mute"
      onChange={(event) => onSearch(event.target.value)}
    />
  );
}

function SkinTones({ onTone }: { onTone: (tone: SkinTone) => void }) {
  const { t } = useLingui();
  return (
    <EmojiPicker.SkinTone>
      {({ skinTone, setSkinTone, skinToneVariations }) => (
        <select
          aria-label={t`Skin tone`}
          value={skinTone}
          className="tap rounded-chip bg-raised px-1 text-center text-xl"
          onChange={(event) => {
            const chosen = skinToneVariations.find(({ skinTone: tone }) => tone === event.target.value);
            if (!chosen) return;
            setSkinTone(chosen.skinTone);
            onTone(chosen.skinTone);
          }}
        >
          {skinToneVariations.map(({ skinTone: tone, emoji }) => (
            <option key={tone} value={tone}>
              {emoji}
            </option>
          ))}
        </select>
      )}
    </EmojiPicker.SkinTone>
  );
}

function Middle({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { t } = useLingui();
  if (hasFailed) {
    return (
      <div role="alert" className="grid grow content-center justify-items-center gap-3 p-4 text-center">
        <p className="text-sm">
          <Trans>The emoji didn't load.</Trans>
        </p>
        <Button
          tone="quiet"
          size="small"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={onRetry}
        >
          <Trans>Try Again</Trans>
        </Button>
      </div>
    );
  }
  return (
    <EmojiPicker.Viewport tabIndex={0} aria-label={t`Emoji`} className="min-h-0 grow">
      <EmojiPicker.Loading className="absolute inset-0 grid place-items-center text-sm text-mute">
        <Trans>Loading…</Trans>
      </EmojiPicker.Loading>
      <EmojiPicker.Empty className="absolute inset-0 grid place-items-center px-4 text-center text-sm text-mute">
        <Trans>No emoji found</Trans>
      </EmojiPicker.Empty>
      <EmojiPicker.List className="px-1 pb-1 select-none" components={parts} />
    </EmojiPicker.Viewport>
  );
}

/** The emoji picker (GC-16). Arrows move between emoji, Enter picks. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const [columns] = useState(() => columnsOf(innerWidth));
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [search, setSearch] = useState('');
  const pick = (emoji: string) => {
    recentEmoji.add(emoji);
    onPick(emoji);
  };
  return (
    <EmojiPicker.Root
      key={attempt}
      emojibaseUrl={DATA_PATH}
      resolveEmojiData={async (locale: Locale, options) => {
        try {
          return await defaultEmojiDataResolver(locale, options);
        } catch (error) {
          if (!options.signal?.aborted) setFailed(true);
          throw error;
        }
      }}
      columns={columns}
      skinTone={recentEmoji.skinTone()}
      onEmojiSelect={({ emoji }) => pick(emoji)}
      className="flex h-full flex-col"
    >
      <div className="flex shrink-0 gap-2 border-b border-line p-1.5">
        <Search onSearch={setSearch} />
        <SkinTones onTone={recentEmoji.setSkinTone} />
      </div>
      {search === '' && <Recent max={columns} onPick={pick} />}
      <Middle
        hasFailed={hasFailed}
        onRetry={() => {
          setFailed(false);
          setSearch('');
          setAttempt(attempt + 1);
        }}
      />
    </EmojiPicker.Root>
  );
}
