/** Small parts of a room that are loaded after its messages, in one lazy file. */
export { AudienceChip, mustLookUp } from './composer/audience-chip.tsx';
export { MentionSuggestions } from './composer/mention-suggestions.tsx';
export { RoomLimits, slowModeRefusal } from './limits/room-limits.tsx';
export { PinsBar } from './pins/pins-bar.tsx';
export { manageEntries } from './members/manage-entries.tsx';
export { pinEntries } from './pins/pins.mutations.tsx';
