import type { Group } from '@adda/contract/rooms';
import { createContext, use } from 'react';

/** The user to report, and the messages of that user that the report names. */
export type ReportTarget = {
  readonly username: string;
  readonly messageId?: string;
  readonly alsoMessageIds?: readonly string[];
};

/** What a moderator is about to do, and to whom. */
export type ManageTarget = { readonly username: string; readonly action: 'kick' | 'ban' | 'timeout' };

/** An open dialog of a room. */
export type RoomDialog =
  | { readonly kind: 'profile'; readonly username: string }
  | ({ readonly kind: 'report' } & ReportTarget)
  | { readonly kind: 'gift'; readonly username?: string }
  | { readonly kind: 'manage'; readonly target?: ManageTarget }
  | { readonly kind: 'member_menu'; readonly username: string; readonly anchor: HTMLElement }
  | { readonly kind: RoomQuestion };

/** A question about the whole room or the user's own membership, its settings (GR-01), invitations (GR-02), or its log (GR-06). */
export type RoomQuestion =
  | 'mute'
  | 'leave'
  | 'delete_group'
  | 'delete_all'
  | 'transfer'
  | 'log'
  | 'settings'
  | 'invite';

/** The dialogs that can be opened from anywhere in a room. The same object while the room is on screen. */
export type RoomDialogs = {
  /** Shows a user's profile (GC-29): in the Profile tab if that is open, otherwise in a dialog. */
  openProfile(username: string): void;
  /** Opens the report form for a user or their message (RP-02). */
  openReport(target: ReportTarget): void;
  /** Opens Manage Group (GM-03), or asks before something is done to a member (HM-11). */
  openManage(target?: ManageTarget): void;
  /** Opens what a moderator may do to a member, at a message or its button (HM-11). */
  openMemberMenu(username: string, anchor: HTMLElement): void;
  /** Opens the gifts, optionally for a member (GI-02). */
  openGift(username?: string): void;
  /** Starts a whisper to a member in the room's input (GC-03). */
  whisperTo(username: string): void;
  /** Asks for confirmation before an action on the whole room or on the user's own membership. */
  ask(question: RoomQuestion): void;
};

const noDialog = () => undefined;

/** The context of a room's dialogs. Outside a room the functions do nothing. */
export const RoomDialogsContext = createContext<RoomDialogs>({
  openProfile: noDialog,
  openReport: noDialog,
  openManage: noDialog,
  openMemberMenu: noDialog,
  openGift: noDialog,
  whisperTo: noDialog,
  ask: noDialog,
});

/** Returns the dialogs of the surrounding room. */
export const useRoomDialogs = (): RoomDialogs => use(RoomDialogsContext);

/** Input of a room's dialog. */
export type OpenDialogProps = {
  dialog: RoomDialog;
  group: Group;
  account: string;
  onClose: () => void;
  /** The user has left the room, or it was deleted. */
  onGone: () => void;
};
