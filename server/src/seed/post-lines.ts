import type { PhotoName } from './send-form.ts';

/** A seeded post. */
export type PostLine = {
  readonly caption?: string;
  readonly hashtags?: string;
  readonly feeling?: string;
  /** File name of its photo or video. */
  readonly shows?: PhotoName;
  /** Locked for subscribers, if the sender sells a plan. */
  readonly isLocked?: boolean;
};

type Extras = Omit<PostLine, 'caption'>;

const textPost = (caption: string, extras: Extras = {}): PostLine => ({ caption, ...extras });
const mediaPost = (shows: PhotoName, caption: string, extras: Extras = {}): PostLine => ({
  caption,
  shows,
  ...extras,
});
const lockedPost = (shows: PhotoName, caption: string, extras: Extras = {}): PostLine =>
  mediaPost(shows, caption, { ...extras, isLocked: true });

/** Seeded posts, oldest first; the list repeats with other senders. */
export const postLines: readonly PostLine[] = [
  textPost('First evening without a jacket. The terrace is open again.', { feeling: 'light' }),
  mediaPost('first-cup.webp', 'Nobody talk to me before this is empty.', { hashtags: '#coffee #mornings' }),
  textPost('Reminder that you may leave a party without saying goodbye.'),
  mediaPost('cat.webp', 'He came for one night in March. It is November.', {
    hashtags: '#cats #rent',
    feeling: 'owned',
  }),
  mediaPost('liftoff.webp', 'Three hours on a folding chair and I would do it again tomorrow.', {
    hashtags: '#rocket',
  }),
  lockedPost('after-dark.webp', 'The long exposure, full size, and how I set it up', {
    hashtags: '#night #howto',
  }),
  textPost(
    'My neighbour practises the same four bars of one song every night at nine. Tonight he got to bar five. I clapped.',
    {
      feeling: 'proud',
    },
  ),
  mediaPost('drifting.mp4', 'Sound off, lights off, two minutes of nothing else.', { hashtags: '#slow' }),
  textPost('Landlord: the lift will be fixed this week. The lift: 😂', { hashtags: '#fourthfloor' }),
  mediaPost('far-away.webp', 'Every dot is a galaxy. My inbox feels smaller already.', {
    hashtags: '#space',
  }),
  textPost('Cooked for six, fed eleven, washed up alone.', { feeling: 'full' }),
  mediaPost('coffee.webp', 'Found the quiet table.', { hashtags: '#coffee', feeling: 'hidden' }),
  lockedPost('moon.webp', 'Through my own telescope, finally sharp', { hashtags: '#moon' }),
  textPost('The over rate in our lane cricket is a human rights matter.', { hashtags: '#cricket' }),
  mediaPost('whiskers.webp', 'This is how close he sits when the fish is out.', { hashtags: '#cats' }),
  textPost('I said “one episode” at ten. The birds are singing.', { feeling: 'guilty' }),
  mediaPost('spacesuit.webp', 'Museum trip. I touched nothing, I promise.', { hashtags: '#museum #sunday' }),
  mediaPost('countdown.mp4', 'Ten, nine, eight…', { hashtags: '#rocket', feeling: 'twelve again' }),
  textPost('New rule at home: whoever changes the playlist also makes the chai.', { hashtags: '#chai' }),
  mediaPost('violet-sky.webp', 'Edited until it looked like the inside of my head.', {
    hashtags: '#edit #colour',
  }),
  textPost('Paid off the bike today. Last instalment. It has never looked better.', { feeling: 'free' }),
  lockedPost('slow-coffee.mp4', 'The whole pour, for those who asked', { hashtags: '#coffee #brew' }),
  textPost('If you are reading this on the last metro: same.', { hashtags: '#lastmetro' }),
  mediaPost('moon.webp', 'No filter, just patience.', { hashtags: '#moon' }),
  textPost('Taught my mother to send voice notes. This was a mistake. I have nineteen.', {
    feeling: 'loved',
  }),
  mediaPost('cat.webp', 'Employee of the month, again, by one vote. His.', { hashtags: '#cats #office' }),
  textPost('Rain on a tin roof and nowhere to be.', { hashtags: '#rain', feeling: 'calm' }),
  mediaPost('after-dark.webp', 'Drove four hours for this light.', { hashtags: '#night' }),
  textPost('Who else keeps the good biscuits behind the lentils?'),
  lockedPost('violet-sky.webp', 'Wallpaper pack of the month', { hashtags: '#wallpaper' }),
  mediaPost('coffee.webp', 'Four o’clock, again.', { feeling: 'awake' }),
  textPost('Started running. Stopped running. Had momos. Balanced day.', { hashtags: '#gymatsix' }),
  mediaPost('first-cup.webp', 'Second first cup.', { hashtags: '#coffee', feeling: 'better' }),
  textPost('Half-read is fine. Page 112 and I regret nothing.', { hashtags: '#books' }),
  mediaPost('far-away.webp', 'Printed this one for the stairs.', { hashtags: '#walls' }),
  textPost('Best thing somebody said to me this week: “take the window seat, you like it”.', {
    feeling: 'seen',
  }),
];

/** Seeded comments; each fits any post. */
export const commentLines: readonly string[] = [
  'haan, same',
  'ok this made my evening',
  'saving this for later',
  'you always find these things',
  '😂😂😂',
  'more of this please',
  'told you so',
  'this is going on my wall',
  'first!',
  'I felt this in my knees',
  'wait until you see mine',
  'next time take me along',
  'who gave you permission to be this right',
  'kal milte hain, tell me everything',
  '🔥',
  'quietly jealous, loudly happy for you',
];
