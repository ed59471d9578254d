import type { GiftType } from '@adda/contract/gifts';
import type { Generated } from 'kysely';

/** A gift from one member of a room to another. */
export type GiftsTable = {
  gift_id: string;
  conversation_id: number;
  sender_id: number;
  recipient_id: number;
  gift_type: GiftType;
  client_gift_id: string | null;
  transfer_id: number;
  created_at: Generated<Date>;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    gifts: GiftsTable;
  }
}
