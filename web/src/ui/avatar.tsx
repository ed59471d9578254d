import { graphemesOf } from '@adda/contract/kernel/graphemes';
import { smallAvatar } from '@adda/contract/media/avatar-address';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { personColour } from './person-colour.ts';

export type AvatarProps = {
  /** Name of the user or room: determines the colour and the letter. */
  name: string;
  /** Takes the letter from this text instead, e.g. a display name. */
  displayedName?: string;
  /** Picture URL; the letter is shown until it has loaded and if it fails. */
  src?: string | null | undefined;
  shape?: 'person' | 'room';
  size?: 'small' | 'regular' | 'large' | 'huge' | 'giant';
  /** Called if the picture fails to load. */
  onFailed?: () => void;
  className?: string;
};

const sizes = {
  small: 'size-8 text-xs',
  regular: 'size-10 text-base',
  large: 'size-12 text-lg',
  huge: 'size-22 text-3xl',
  giant: 'size-28 text-3xl sm:size-36',
};

/** A letter or digit that nothing combines with: what follows is plain too. */
const PLAIN_START = /^[a-z0-9](?:[ -~]|$)/i;

/** Returns the first letter, digit or symbol of a name as one visible character, including emoji. */
export function initial(name: string): string {
  const text = name.trim().replace(/^[_@#.-]+/, '');
  // Nearly all names: without the segmenter, which costs the first screen of a phone some 30 ms.
  if (PLAIN_START.test(text)) return text.charAt(0).toUpperCase();
  const [first] = graphemesOf(text);
  return first ? first.segment.toLocaleUpperCase() : '?';
}

/** Picture of a user or room, or its letter on its colour. Decorative: show the name next to it. */
export function Avatar(props: AvatarProps) {
  const { name, displayedName, shape = 'person', size = 'regular', className, onFailed } = props;
  const isLarge = size === 'huge' || size === 'giant';
  const src = props.src && !isLarge ? smallAvatar(props.src) : props.src;
  const [failed, setFailed] = useState<string>();
  const colour = personColour(name);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative inline-grid shrink-0 place-items-center overflow-hidden font-display font-bold select-none',
        shape === 'room' ? 'blob' : 'rounded-[32%]',
        sizes[size],
        className,
      )}
      style={{ background: `var(--person-${colour}-bg)`, color: `var(--person-${colour}-fg)` }}
    >
      {initial(displayedName || name)}
      {src && failed !== src && (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            setFailed(src);
            onFailed?.();
          }}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
