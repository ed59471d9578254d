import { subscribe } from '../../features/creators/creators.fixture.ts';
import { connectChat } from '../../features/direct/direct.fixture.ts';
import { halves } from '../../features/media/pictures.fixture.ts';
import { recording, uploadRecording } from '../../features/media/audio/recordings.fixture.ts';
import { createLinks } from '../../features/media/links.service.ts';
import { JWT_SECRET } from '../../features/rooms/rooms.fixture.ts';
import { onePicture } from '../../features/moderation/reports/reports.fixture.ts';
import { makeKnown } from '../known-people.fixture.ts';
import { callAs } from './call.fixture.ts';
import type { RowUsers, MatrixApp } from './stage.fixture.ts';

/** Memoizes `make`: all callers get the result of the first call. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Creates posts with a photo, and the owner's links to it. */
function photosOf(matrixApp: MatrixApp, { owner, member }: RowUsers) {
  const posted = (fields: Record<string, string>) => async () => {
    const post = await matrixApp.ready(owner, { file: await onePicture(), fields });
    return { mediaId: post.media_id, ownersLink: post.media_url ?? '' };
  };
  return {
    photo: once(posted({})),
    secretPhoto: once(posted({ visibility: 'private' })),
    lockedPhoto: once(async () => {
      const planId = await subscribe(matrixApp.database, member.userId, owner.userId);
      return posted({ is_locked: 'true', plan_id: planId })();
    }),
    /** A public, a locked and a private post of the owner. */
    shelf: once(async () => {
      await subscribe(matrixApp.database, member.userId, owner.userId);
      await matrixApp.postBy(owner);
      await matrixApp.postBy(owner, { isLocked: true });
      await matrixApp.postBy(owner, { visibility: 'private' });
    }),
  };
}

/** Files stored for the owner, and remote pictures. */
export function filesOf(matrixApp: MatrixApp, users: RowUsers) {
  const { url, client, pictures, database } = matrixApp;
  const { owner, member } = users;
  const picture = () => halves().png().toBuffer();

  /** Sends a message with a picture that the owner uploaded. Returns the owner's link. */
  async function sendPicture(): Promise<string> {
    const address = await pictureElsewhere();
    const { data } = await client('POST /api/images/upload-image-url/', { body: { url: address } }, owner);
    await makeKnown(database.db, [owner, member]);
    const { socket, say } = await connectChat(url, owner, member);
    const id = await say('Look', { image_id: data.image_id });
    socket.disconnect();
    return (await client('GET /chat/messages/:id', { params: { id } }, owner)).data.image_url ?? '';
  }

  /** Sends a voice message in a chat in which the other user has written. Returns the owner's link. */
  async function sendVoice(): Promise<string> {
    const audioId = await uploadRecording(url, owner);
    const answer = await connectChat(url, member, owner);
    await answer.say('Hello');
    answer.socket.disconnect();
    const { socket, say } = await connectChat(url, owner, member);
    const id = await say('', { audio_id: audioId });
    socket.disconnect();
    return (await client('GET /chat/messages/:id', { params: { id } }, owner)).data.audio_url ?? '';
  }

  const pictureElsewhere = async () => pictures.serve('/picture.png', await picture());

  return {
    picture,
    pictureElsewhere,
    /** Sets the owner's bio. */
    bio: once(async () => callAs(url, 'POST /users/update-profile', { body: { bio: 'Likes tea' } }, owner)),
    recording: () => recording(),
    imageLink: once(sendPicture),
    voiceLink: once(sendVoice),
    avatarLink: once(async () => {
      await callAs(url, 'POST /users/update-profile', { body: {}, file: await picture() }, owner);
      return (await client('GET /users/me', {}, owner)).data.profile_image_url ?? '';
    }),
    /** Returns a link in the format of video search. */
    remoteLink: once(async () => {
      const address = await pictureElsewhere();
      const links = createLinks(JWT_SECRET, () => new Date());
      const query = new URLSearchParams({ url: address, ...links.prove(['remote', address]) });
      return `/media/remote?${query.toString()}`;
    }),
    /** Returns the link to the owner's data export. */
    copyLink: once(async () => {
      await client('POST /users/me/export', {}, owner);
      return matrixApp.untilCopied(owner);
    }),
    ...photosOf(matrixApp, users),
  };
}
