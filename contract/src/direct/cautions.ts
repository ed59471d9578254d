import * as z from 'zod/mini';
import { addressesIn } from '../kernel/addresses.ts';

/** What a stranger's text may name that its reader and its writer are warned of, in the order of the wire (MR-04). */
export const caution = z.enum(['phone', 'messenger', 'payment', 'link']);

export type Caution = z.output<typeof caution>;

/** The zero of each row of digits that people here write with. */
const ZEROS = '०০੦૦୦௦౦೦൦٠۰';
const OTHER_DIGIT = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯٠-٩۰-۹]/gu;

/** Letters that are spaced out or dotted, so that a word is not found: 'w h a t s a p p'. */
const SPACED_WORD = /(?<![\p{L}\p{N}])\p{L}(?:[\s._*-]\p{L}){3,}(?![\p{L}\p{N}])/gu;

/** Returns the text with one row of digits, without invisible signs, and with spaced words joined. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = Array.from(ZEROS)
        .map((each) => each.codePointAt(0) ?? 0)
        .find((each) => code - each >= 0 && code - each < 10);
      return String(code - (zero ?? code));
    })
    .replace(SPACED_WORD, (word) => word.replace(/[\s._*-]/gu, ''));
}

/** Numbers with the signs that people put between digits; no comma, which separates thousands. */
const NUMBER = /(?<![\p{L}\p{N}#.,])(?:\+|00)?\(?\d(?:[ ()./-]{0,3}\d)+/gu;
const DATE =
  /(?<![\d./-])(?:\d{4}[-/.](?:0?[1-9]|1[0-2])[-/.](?:[12]\d|3[01]|0?[1-9])|(?:[12]\d|3[01]|0?[1-9])[-/.](?:[12]\d|3[01]|0?[1-9])[-/.](?:\d{4}|\d{2}))(?![-./]?\d)/g;
const TIME = /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g;
const MONEY_BEFORE = /(?:[₹$€£¥৳]|\b(?:rs|inr|usd|eur|gbp)\.?)\s*$/iu;
const MONEY_AFTER =
  /^\s*(?:[₹$€£¥৳]|(?:rs|inr|usd|eur|gbp|rupees|dollars|euros|coins|crore|lakh|million|billion|रुपये|रुपए)\b)/iu;
const CALLED =
  /(?:\b(?:call|phone|ph|mobile|mob|tel|text|ring|number|no)|फोन|फ़ोन|नंबर|नम्बर|मोबाइल|कॉल)[\s:.=-]*(?:(?:me|is|on|at|है)[\s:]*){0,2}$/iu;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns whether a number looks like an amount, a decimal, years, or a list of small numbers. */
function isOtherNumber(found: string): boolean {
  const groups = found.split(/\D+/).filter(Boolean);
  return (
    /^\d{1,3}(?: \d{3})+$/.test(found) ||
    /^\d+\.\d+$/.test(found) ||
    groups.every((group) => /^(?:19|20)\d{2}$/.test(group)) ||
    (!found.startsWith('0') &&
      groups.length > 2 &&
      groups.some(({ length }) => length === 2) &&
      groups.every(({ length }) => length <= 2))
  );
}

const isInternational = (found: string): boolean =>
  /^(?:\+|00)/.test(found) && digitsOf(found).length >= 8 && digitsOf(found).length <= 17;

function hasPhone(text: string): boolean {
  if ([...text.matchAll(NUMBER)].some(({ 0: found }) => isInternational(found))) return true;
  const without = text.replace(DATE, ' – ').replace(TIME, ' – ');
  return [...without.matchAll(NUMBER)].some(({ 0: found, index }) => {
    const { length } = digitsOf(found);
    const [before, after] = [without.slice(0, index), without.slice(index + found.length)];
    if (MONEY_BEFORE.test(before.slice(-8)) || MONEY_AFTER.test(after.slice(0, 16))) return false;
    if (isOtherNumber(found)) return false;
    return length >= 10 ? length <= 12 : length >= 7 && CALLED.test(before.slice(-30));
  });
}

/** Words of a script that writes no spaces within them need no edge; Latin ones do. */
const MESSENGER_NAMES = new RegExp(
  [
    String.raw`\bw[h]?[a@]t[s$]\s?[a@]p{1,2}\b`,
    String.raw`\b(?:telegram|telegr@m|snap\s?chat|insta\s?gram|insta|viber|we\s?chat|skype|kik|threema|wickr|zangi|botim|kakao(?:\s?talk)?|zalo)\b`,
    String.raw`(?<!\b(?:sow|sowed|sowing|sown|of|in|no|the|much|great|family)\s)\bdiscord\b(?!\s+(?:between|among|with|in\b))`,
    String.raw`\b(?:facebook|fb)\s+messenger\b|\bmessenger\s+(?:id|app)\b`,
    String.raw`\b(?:add|text|message|msg|write|write\s+to|call|find|reach|contact|ping|dm)\s+(?:me|us)\s+(?:on|over|via|in|at)\s+(?:signal|line|imo|fb|facebook)\b`,
    String.raw`\b(?:signal|line|imo)\s+(?:id|app|username|handle)\b`,
    String.raw`\b(?:ig|snap|sc|tg|dc|fb|wa|wp|imo)\s*(?:id\b|[:=@])`,
    String.raw`\b(?:my|your|ur)\s+(?:ig|snap|tg|wp|wa|fb)\b`,
    String.raw`\b(?:wa\.me|t\.me|telegram\.me|ig\.me|m\.me|discord\.gg)\b`,
    'व?्?व(?:्हा|हा|ॉ|ा)ट्?स\\s?(?:एप|ऐप|अप|ऍप|एप्प)',
    'टेल[िी]ग्राम|स्नैप\\s?चैट|इ(?:ं|न्)स्टा(?:ग्राम)?|डिस्कॉर्ड|वाइबर|वीचैट|स्काइप|मै?े?सेंजर',
    'सिग्नल\\s+(?:ऐप|एप|आईडी|नंबर)|किक\\s+(?:ऐप|एप|आईडी)',
    'হোয়াটস\\s?অ্যাপ|টেলিগ্রাম|ইনস্টাগ্রাম',
    'واٹس\\s?ایپ|ٹیلی\\s?گرام|انسٹا\\s?گرام',
  ].join('|'),
  'iu',
);
/** The app, not a signal: with a capital letter where one would write 'by'. */
const ON_SIGNAL = /\b(?:on|via|over)\s+Signal\b/u;

/** Handles of Indian payment providers, after the @ of a UPI id. */
const UPI_HANDLE =
  'ok(?:axis|sbi|hdfcbank|icici)|ybl|ibl|axl|upi|paytm|ptyes|ptsbi|ptaxis|pthdfc|apl|yapl|rapl|waicici|waaxis|wahdfcbank|wasbi|' +
  'sbi|hdfcbank|icici|axisbank|kotak|barodampay|pnb|cnrb|unionbank|idfcbank|indus|federal|rbl|yesbank|jupiteraxis|fam|' +
  'slice|amazonpay|freecharge|mobikwik|airtel|postbank|dbs|hsbc|citi|jio|superyes|naviaxis|cred|pockets|timecosmos';
const PAYMENT = new RegExp(
  [
    String.raw`(?<![\w.@-])[\w.-]{2,}@(?:${UPI_HANDLE})(?![\w-]|\.\w)`,
    String.raw`\b(?:pay\s?pal|paytm|phone\s?pe|g\s?pay|google\s+pay|venmo|cash\s?app|western\s+union|money\s?gram|payoneer|zelle|skrill|revolut|b\s?kash|easypaisa|jazz\s?cash)\b`,
    String.raw`\bupi\b`,
    'पेटीएम|फ़ोन\\s?पे|फोन\\s?पे|गूगल\\s?पे|यूपीआई',
    String.raw`\b(?:a\/c|acc?(?:ount)?)\s*(?:no|number|num|#)?\.?\s*(?:is\s*)?[:=-]?\s*\d[\d -]{7,20}`,
    String.raw`\bpaypal\.me\b`,
  ].join('|'),
  'iu',
);
/** Addresses whose capital letters matter: bank codes, Bitcoin, Ethereum, Tron. */
const PAYMENT_ADDRESS =
  /\b[A-Z]{4}0[A-Z0-9]{6}\b|\bbc1[a-z0-9]{25,87}\b|\b0x[0-9a-fA-F]{40}\b|\b(?=[1-9A-HJ-NP-Za-km-z]*\d)(?=[1-9A-HJ-NP-Za-km-z]*[a-z])(?=[1-9A-HJ-NP-Za-km-z]*[A-Z])(?:[13][1-9A-HJ-NP-Za-km-z]{25,33}|T[1-9A-HJ-NP-Za-km-z]{33})\b/u;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/giu;
const CARD = /(?<![\d+])\d(?:[ -]?\d){12,18}(?![\d])/gu;

/** Whether the check digit of a card number is right (Luhn). */
function isCard(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0 && !/^0+$/.test(digits);
}

/** Whether the check digits of a bank account number are right (ISO 7064, mod 97). */
function isIban(found: string): boolean {
  const compact = found.replace(/ /g, '').toUpperCase();
  for (let end = compact.length; end >= 15; end -= 1) {
    const account = compact.slice(0, end);
    const moved = account.slice(4) + account.slice(0, 4);
    const rest = Array.from(moved).reduce(
      (left, sign) => Number(String(left) + String(Number.parseInt(sign, 36))) % 97,
      0,
    );
    if (rest === 1) return true;
  }
  return false;
}

const hasPayment = (text: string): boolean =>
  PAYMENT.test(text) ||
  PAYMENT_ADDRESS.test(text) ||
  [...text.matchAll(CARD)].some(({ 0: found }) => isCard(digitsOf(found))) ||
  [...text.matchAll(IBAN)].some(({ 0: found }) => isIban(found));

/** Addresses that people type without http: they can't be pressed, but copied. */
const BARE_LINK =
  /(?<![\w@.-])(?:www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org)(?![\w-])|[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,12}\/[^\s/])/iu;

const hasLink = (text: string): boolean => addressesIn(text).length > 0 || BARE_LINK.test(text);

/**
 * Returns what a text names that often begins a fraud: a phone number, another messenger, a payment address or a link, in the
 * order of {@link caution}; null for none of them (MR-04). Computed when a message is read, never stored.
 */
export function cautionsIn(text: string): Caution[] | null {
  const read = plain(text);
  const found: Caution[] = [];
  if (hasPhone(read)) found.push('phone');
  if (MESSENGER_NAMES.test(read) || ON_SIGNAL.test(read)) found.push('messenger');
  if (hasPayment(read)) found.push('payment');
  if (hasLink(read)) found.push('link');
  return found.length > 0 ? found : null;
}
