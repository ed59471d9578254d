/** Threads that fit into any room. */
import { line, type Thread } from './thread.ts';

export const smallTalk: readonly Thread[] = [
  [
    line(0, 'anyone up?'),
    line(1, 'always'),
    line(2, 'define up'),
    line(0, 'kettle is on, window is open, that kind of up'),
    line(3, 'sending you this from the terrace', { picture: 'skyline' }),
    line(1, 'stop it, I have work at nine'),
  ],
  [
    line(0, 'weekend trip ideas, two days, small budget, go'),
    line(1, 'Hampi. Go to Hampi.'),
    line(2, 'hills, always hills', { picture: 'hills' }),
    line(3, 'sleep. at home. with the curtains closed.'),
    line(0, 'I asked for trips, not for therapy'),
    line(3, 'same thing'),
  ],
  [
    line(0, 'first day at the new job tomorrow, wish me luck'),
    line(1, 'good luck!! you will be fine'),
    line(2, 'carry a pen and a snack, you will be a legend'),
    line(3, 'party on Friday then 🎉'),
    line(0, 'if I survive the induction slides'),
  ],
  [
    line(0, 'I made biryani and nothing burned'),
    line(1, 'pictures or it did not happen'),
    line(0, 'we ate the evidence'),
    line(2, 'save me a plate I am ten minutes away'),
    line(0, 'you said that at eight', { to: 2 }),
    line(2, 'and I meant it', { to: 0 }),
  ],
  [
    line(0, 'tell me something good that happened today'),
    line(1, 'a stranger held the lift and asked about my day'),
    line(2, 'my mother sent a voice note just to sing'),
    line(3, 'paid off the bike. last instalment. DONE.'),
    line(4, 'ok crying in the metro, continue'),
    line(0, 'proud of everyone here, really'),
  ],
  [
    line(0, 'need one song for the drive home'),
    line(1, 'this one, windows down', { video: 'fJ9rUzIMcZQ' }),
    line(2, 'classic. respect.'),
    line(0, 'missed my exit because of the high part'),
    line(1, 'worth it'),
  ],
  [
    line(0, 'rain again, chai it is', { picture: 'monsoon' }),
    line(1, 'pakora guy has put up his umbrella, it begins'),
    line(2, 'order two plates, I owe you from last time'),
    line(0, 'you owe me from the last three times', { isTakenBack: true }),
    line(3, 'I saw that before it went 😂'),
  ],
  [
    line(0, 'that wedding last night though'),
    line(1, 'my feet have resigned'),
    line(2, 'the baraat had more speakers than guests'),
    line(3, 'and the lights were so pretty', { picture: 'lanterns' }),
    line(0, 'whoever taught the uncles that step, thank you'),
    line(1, 'kal milte hain, recovery brunch at noon'),
  ],
];
