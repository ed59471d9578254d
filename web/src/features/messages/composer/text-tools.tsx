import { EmojiButton } from './emoji-button.tsx';
import { FormatBar, type FormatBarProps } from './format-bar.tsx';

export type TextToolsProps = {
  input: FormatBarProps['input'];
  setText: (text: string) => void;
  /** Inserts at the caret. */
  insert: (piece: string) => void;
  isDisabled: boolean;
};

/** What stands behind the text of the input in the order of Tab: the formatting of a selection, and emoji. */
export const TextTools = ({ input, setText, insert, isDisabled }: TextToolsProps) => (
  <>
    <FormatBar input={input} onText={setText} />
    <EmojiButton onPick={insert} isDisabled={isDisabled} />
  </>
);
