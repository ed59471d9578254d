import type { Group } from '@adda/contract/rooms';
import { createContext, use } from 'react';

/** A dialog of a room that is open. */
export type RoomDialog =
  | { readonly kind: 'profile'; readonly username: string }
  | { readonly kind: 'report'; readonly username: string; readonly messageId?: string }
  | { readonly kind: 'manage' | 'gift'; readonly username?: string }
  | { readonly kind: 'leave' | 'delete_group' | 'delete_all' };

/** What can be opened from anywhere in a room. The same object as long as the room is on screen. */
export type RoomDialogs = {
  /** Shows somebody's profile (GC-29): in the Profile tab while that is open, in a dialog otherwise. */
  openProfile(username: string): void;
  /** Asks why somebody, or a message of theirs, is reported (RP-02). */
  openReport(target: { username: string; messageId?: string }): void;
  /** Opens Manage Group, for one member if told (GM-02, GM-03). */
  openManage(username?: string): void;
  /** Opens what can be given, for one member if told (GI-02). */
  openGift(username?: string): void;
  /** Begins a private message to a member in the room's input (GC-03). */
  whisperTo(username: string): void;
  /** Asks before something is done to the whole room or to the person's membership. */
  ask(question: 'leave' | 'delete_group' | 'delete_all'): void;
};

const nowhere = () => undefined;

/** Where the dialogs of a room come from. Outside one there is nothing to open: the functions do nothing. */
export const RoomDialogsContext = createContext<RoomDialogs>({
  openProfile: nowhere,
  openReport: nowhere,
  openManage: nowhere,
  openGift: nowhere,
  whisperTo: nowhere,
  ask: nowhere,
});

/** The dialogs of the room around. */
export const useRoomDialogs = (): RoomDialogs => use(RoomDialogsContext);

/** What a dialog of a room is given. */
export type OpenDialogProps = {
  dialog: RoomDialog;
  group: Group;
  account: string;
  onClose: () => void;
  /** The person has left the room, or it is gone. */
  onGone: () => void;
};
