/** Parts of a room's input that are loaded after its messages, in one lazy file. */
export { AudienceChip, mustLookUp } from './audience-chip.tsx';
export { MentionSuggestions } from './mention-suggestions.tsx';
