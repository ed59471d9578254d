import { describe, expect, it } from 'vitest';
import { giftProblem } from './gift-checks.ts';

describe('validation of a gift', () => {
  it.each([
    ['GI-04', '', '', 'Please select both a recipient and a gift'],
    ['GI-04', 'ben', '', 'Please select both a recipient and a gift'],
    ['GI-04', '', 'nothing such', 'Please select both a recipient and a gift'],
    ['GI-05', 'ben', 'nothing such', 'Invalid gift selected'],
    ['GI-05', 'ben', 'constructor', 'Invalid gift selected'],
    ['GI-06', 'ben', 'love', 'Insufficient funds. You need 25 coins but have 24.99 coins.'],
  ])('%s: to ‘%s’ of ‘%s’: %s', (_id, recipient, gift, text) => {
    expect(giftProblem({ recipient, gift }, 24.99)).toBe(text);
  });

  it.each([
    ['kiss', 10],
    ['love', 25],
    ['like', 5],
    ['hug', 15],
    ['smile', 8],
  ])('GI-01, CO-14: %s can be given with %i coins and not with less', (gift, cost) => {
    expect(giftProblem({ recipient: 'ben', gift }, cost)).toBeUndefined();
    expect(giftProblem({ recipient: 'ben', gift }, cost - 0.01)).toContain(`You need ${cost} coins`);
  });

  it('an unknown balance is left to the server', () => {
    expect(giftProblem({ recipient: 'ben', gift: 'love' }, undefined)).toBeUndefined();
  });
});
