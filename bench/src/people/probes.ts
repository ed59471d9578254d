import type { PeopleResponse, PeopleProbe } from './people.types.ts';

const PAGE = 25;
/** Maximum slowdown with a hundred times as many users. */
const GOAL = 1.5;

const list = (what: string, query: Record<string, string>, isNextPage = false): PeopleProbe => ({
  what: `directory: ${what}`,
  goal: GOAL,
  path: `/users/list?${new URLSearchParams(query).toString()}`,
  isNextPage,
  faultOf: isNextPage ? noFault : ({ users }) => (users && users.length > 0 ? undefined : 'nobody'),
});

/** A small dataset may have no second page of a rare filter. */
const noFault = (): undefined => undefined;

/** The requests of a user who searches users and messages. */
export const probes: readonly PeopleProbe[] = [
  list('everybody', {}),
  list('everybody, the next page', {}, true),
  list('a sex', { sex: 'female' }),
  list('a country', { country: 'India' }),
  list('a rare country', { country: 'UK' }),
  list('a rare country, the next page', { country: 'UK' }, true),
  list('a state', { country: 'USA', state: 'Texas' }),
  list('ages 20 to 30', { age_min: '20', age_max: '30' }),
  list('ages 25 to 26', { age_min: '25', age_max: '26' }),
  list('from 65', { age_min: '65' }),
  list('a sex and a country', { sex: 'female', country: 'USA' }),
  list('a sex, a country, ages', { sex: 'female', country: 'UK', age_min: '20', age_max: '30' }),
  list('a sex, a state, ages', { sex: 'male', country: 'USA', state: 'Ohio', age_min: '20', age_max: '35' }),
  list('a name of 3 letters', { username: 'aar' }),
  list('a name of 6 letters', { username: 'aarav.' }),
  list('a name of 8 letters', { username: 'aarav.ah' }),
  list('a name and a sex', { username: 'aar', sex: 'female' }),
  {
    what: 'conversations: the first of 500',
    goal: GOAL,
    path: '/messages/conversations',
    faultOf: ({ conversations }) => sizeFault(conversations, PAGE),
  },
  {
    what: 'conversations: the next page',
    goal: GOAL,
    path: '/messages/conversations',
    isNextPage: true,
    faultOf: ({ conversations }) => sizeFault(conversations, PAGE),
  },
  {
    what: 'unread: the list and the count',
    goal: GOAL,
    path: '/chat/unread',
    faultOf: ({ total = 0 }: PeopleResponse) => (total > 0 ? undefined : 'nothing'),
  },
];

function sizeFault(entries: readonly unknown[] | undefined, expected: number): string | undefined {
  return entries?.length === expected ? undefined : `${entries?.length} entries`;
}
