/** Names, rooms and small talk of the seeded community: adults who like tea, films, cricket and each other. */
import type { CreateGroupInput, RoomCategory } from '@adda/contract/rooms';

const FIRST = [
  'aarav',
  'aditi',
  'ahmed',
  'alina',
  'amara',
  'anika',
  'arjun',
  'ayesha',
  'bilal',
  'chloe',
  'daniel',
  'devika',
  'esha',
  'farah',
  'gaurav',
  'hamza',
  'ishaan',
  'jaya',
  'kabir',
  'kavya',
  'laila',
  'liam',
  'maya',
  'meera',
  'mahir',
  'nadia',
  'neel',
  'nikhil',
  'noor',
  'omar',
  'pallavi',
  'priya',
  'rafiq',
  'rahul',
  'rhea',
  'rohan',
  'sana',
  'sara',
  'shreya',
  'tara',
  'usman',
  'vani',
  'vikram',
  'yash',
  'zara',
  'zoya',
];
const LAST = [
  'ahuja',
  'ali',
  'bose',
  'chowdhury',
  'das',
  'fernandes',
  'ghosh',
  'iyer',
  'khan',
  'malik',
  'menon',
  'nair',
  'patel',
  'rao',
  'reyes',
  'shah',
  'sharma',
  'smith',
  'verma',
  'walker',
];

/** Returns the settings of a room. */
function room(
  name: string,
  description: string,
  topic: string,
  category: RoomCategory,
  ...languages: string[]
) {
  return { name, description, topic, category, languages };
}

const ROOMS: readonly Required<
  Pick<CreateGroupInput, 'name' | 'description' | 'topic' | 'category' | 'languages'>
>[] = [
  room('Rooftop Nights', 'Terrace talk after ten', 'Whose roof is it tonight?', 'late night', 'hi', 'en'),
  room('Chai & Complaints', 'Bring a cup and a grievance', 'Adrak or elaichi?', 'food', 'hi', 'en', 'bn'),
  room('Indie Mixtape', 'One song a day, no skipping', 'Songs for the first rain', 'music', 'en'),
  room('Street Food Map', 'Where it is worth the queue', 'Best momos of your town', 'food', 'en', 'ur'),
  room('Midnight Coders', 'It works on my machine', 'What broke this week?', 'tech', 'en'),
  room(
    'Cinema Adda',
    'Spoilers are a crime here',
    'One film that you could watch again tonight',
    'films',
    'bn',
    'hi',
  ),
  room('Cricket Live', 'Ball by ball, nerve by nerve', 'The series decider', 'cricket', 'hi', 'ur', 'bn'),
  room('Poetry & Rain', 'Yours or somebody else’s', 'Two lines about waiting', 'language', 'ur', 'hi'),
  room('Sketch Club', 'Ten minutes, any pen', 'Draw your cup', 'other', 'en'),
  room('First Job Diaries', 'Salaries, managers, survival', 'The first appraisal', 'help', 'en', 'hi'),
  room('Night Train', 'Travel stories and window seats', 'Monsoon routes', 'travel', 'en', 'bn'),
  room('Plant Parents', 'Is it dying or just dramatic?', 'Yellow leaves, again', 'other', 'en'),
  room('Book Corner', 'Half-read is fine', 'This month: Manto', 'study', 'en', 'ur'),
  room('Gym at Six', 'Accountability and excuses', 'Who got up today?', 'help', 'hi'),
];

const RULES = 'Be kind to each other.\nNo selling, no spoilers.\nAsk before you share somebody’s picture.';

const LINES = [
  'anyone up?',
  'just got home, what did I miss',
  'that last over though 😭',
  'ok who is bringing the samosas',
  'haan, same',
  'I finally watched it and I have opinions',
  'this song has been on loop all week',
  'running late, save me a seat',
  'kal milte hain',
  'no way',
  'the new mural near the metro is unreal 🎨',
  'finally cleared my driving test, third time lucky!!',
  '😂😂😂',
  'can someone share the playlist link',
  'I vote for Sunday evening',
  'the queue was forty minutes and worth it',
  'my manager scheduled a call at 6 pm on a Friday',
  'rain again, chai it is ☕',
  'who else is at the airport',
  'that bassline though',
  'tell me something good that happened today',
  'I made biryani and nothing burned',
  'first day at the new job tomorrow, wish me luck',
  'good luck!! you will be fine',
  'party hard tonight then 🎉',
  'hot take: the book was better',
  'it always is',
  'need a recommendation for a weekend trip',
  'Hampi. Go to Hampi.',
  'my basil plant has given up on me',
  'give it sun and stop apologising to it',
  'good night everyone 🌙',
];

const pick = <T>(list: readonly T[], n: number): T => {
  const item = list[n % list.length];
  if (item === undefined) throw new Error('an empty list has nothing to pick');
  return item;
};

/** Returns the n-th username: unique for more than nine hundred users, then with a number. */
export function personName(n: number): string {
  const round = Math.floor(n / (FIRST.length * LAST.length));
  const name = `${pick(FIRST, n)}.${pick(LAST, Math.floor(n / FIRST.length) + n)}`;
  return round === 0 ? name : `${name}${round + 1}`;
}

/** Returns the n-th room with its settings; after the end of the list the names get a number. */
export function roomOf(n: number): CreateGroupInput {
  const settings = pick(ROOMS, n);
  const round = Math.floor(n / ROOMS.length);
  return { ...settings, name: round === 0 ? settings.name : `${settings.name} ${round + 1}`, rules: RULES };
}

/** Returns what is talked about in the n-th room: its name without a number. */
export const topicOf = (n: number): string => pick(ROOMS, n).name;

/** Messages that fit into any conversation. */
export const chatter: readonly string[] = LINES;
