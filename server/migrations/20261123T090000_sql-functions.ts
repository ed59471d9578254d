import type { Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * From here on `server/sql/functions` has the complete text of each function; earlier migrations made some by
 * text replacement. Behaviour and signatures are unchanged, so the previous version keeps working (ADR 31).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installSqlFunctions(db, {
    append_messages: '6946cf109701cbe3',
    chain_audit_entry: 'dc3941d3e911aac7',
    chain_new_audit_entry: '9d9a81bf9d805510',
    check_transfer_sums: '41b6ecc323581ed1',
    note_activity_move: 'a51a97ca78dc3e91',
    note_conversation_clearing: '4be25aaa91ecb4d0',
    note_conversation_writer: '56777fc73a63d26b',
    note_ended_follow: '867de04da540a0e6',
    note_leaderboard_move: '8e2ba7e74f8c02e1',
    note_message_origin: 'b0af548a4bf7649f',
    note_room_end: '583ba95c155df03f',
    post_transfers: '15aa2d0cb5bcccb8',
    rank_person: '1fc11fc65408ea2a',
    refuse_change: '6359d8380574efb5',
    sequence_before: '72d99f1cd97c24d0',
  });
}
