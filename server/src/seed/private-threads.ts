/** Threads of private chats; the first speaker began the chat. */
import { line, type Thread } from './thread.ts';

export const privateThreads: readonly Thread[] = [
  [
    line(0, 'did you get home ok?'),
    line(1, 'yes! the last train was empty, I had a whole row'),
    line(0, 'luxury. text me when you wake up'),
    line(1, 'good morning from the other side of noon ☀️'),
  ],
  [
    line(0, 'I saved you the window seat for Saturday'),
    line(1, 'you are a saint'),
    line(0, 'a saint who wants half of your fries'),
    line(1, 'this is what it looks like from there, by the way', { picture: 'skyline' }),
    line(0, 'ok all of the fries'),
  ],
  [
    line(0, 'be honest, was my speech too long'),
    line(1, 'it was perfect until minute nine'),
    line(0, 'it was eight minutes'),
    line(1, 'exactly'),
  ],
  [
    line(0, 'interview is done!!'),
    line(1, 'AND'),
    line(0, 'they laughed at my joke and then at my salary'),
    line(1, 'one out of two. chai on me tonight'),
    line(0, 'make it two chais'),
  ],
  [
    line(0, 'are you coming on Sunday'),
    line(1, 'is there biryani'),
    line(0, 'there is always biryani'),
    line(1, 'then why do you ask'),
  ],
  [
    line(0, 'I found your umbrella'),
    line(1, 'which one'),
    line(0, 'how many are missing'),
    line(1, 'I would rather not say'),
  ],
];

/** Last messages of some chats, which stay unread. */
export const unreadLines: readonly string[] = [
  'call me when you are free?',
  'ok you have to see this',
  'are you up',
  'bring a jacket tomorrow, trust me',
];
