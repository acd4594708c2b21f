import { refusalTexts, waitText } from '../texts/refusals';
import { providerName } from './signInWays';

/**
 * The first sentence of a refusal of many tasks. It is removed, because pages say themselves how many tasks were
 * skipped.
 */
const SKIPPED = /^[\d,]+ tasks? could not be (?:changed|deleted): /;

const ADDRESS = /\S+@\S+/;

/** Returns a refusal of the server in the app's language; '' if it has no translation. */
export const translateRefusal = (english: string, retryAfter: number | undefined): string => {
  const provider = providerName();
  const email = ADDRESS.exec(english)?.[0] ?? '';
  const reason = english.replace(SKIPPED, '').replace(ADDRESS, '@');
  const named = provider === '' ? reason : reason.replaceAll(provider, '@');
  const count = Number(/\d[\d,]*/.exec(named)?.[0].replaceAll(',', ''));
  const text = refusalTexts[named.replace(/\d[\d,]*/, '#')];
  return text?.(count, provider, email) ?? (retryAfter === undefined ? '' : waitText(retryAfter));
};
