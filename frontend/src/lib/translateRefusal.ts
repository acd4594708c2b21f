import { refusalTexts, waitText } from '../texts/refusals';
import { providerName } from './signInWays';

/** Returns a refusal of the server in the app's language; '' if it has no translation. */
export const translateRefusal = (english: string, retryAfter: number | undefined): string => {
  const provider = providerName();
  const named = provider === '' ? english : english.replaceAll(provider, '@');
  const count = Number(/\d[\d,]*/.exec(named)?.[0].replaceAll(',', ''));
  const text = refusalTexts[named.replace(/\d[\d,]*/, '#')];
  return text?.(count, provider) ?? (retryAfter === undefined ? '' : waitText(retryAfter));
};
