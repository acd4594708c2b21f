import type { Reason } from '@contract/reasons';
import { LANGUAGE } from '../language/language';
import type { reasonTexts } from '../texts/reasons';
import type { refusalTexts, waitText } from '../texts/refusals';
import { loadExport } from './loadExport';
import { loadWords } from './words';

let reasons: typeof reasonTexts | undefined;
let refusals: { texts: typeof refusalTexts; wait: typeof waitText } | undefined;

/**
 * Loads the translations of reasons and refusals. English needs none, because the contract and the server have more
 * precise messages.
 */
export const loadReasonWords = async (): Promise<void> => {
  if (LANGUAGE === 'en' || refusals) return;
  await loadWords(['reasons']);
  reasons = await loadExport(() => import('../texts/reasons'), 'reasonTexts');
  const load = () => import('../texts/refusals');
  refusals = { texts: await loadExport(load, 'refusalTexts'), wait: await loadExport(load, 'waitText') };
};

/** Returns why a field was refused, in the app's language, or in English until the translations are loaded. */
export const reasonText = ({ key, params }: Pick<Reason, 'key' | 'params'>, english: string): string =>
  reasons?.[key]?.(params) ?? english;

/**
 * Returns the server's refusal in the app's language; '' if it has no translation, so that the page shows its own
 * message.
 */
export const refusalText = (english: string, retryAfter: number | undefined): string => {
  if (LANGUAGE === 'en') return english;
  const count = Number(/\d[\d,]*/.exec(english)?.[0].replaceAll(',', ''));
  const known = refusals?.texts[english.replace(/\d[\d,]*/, '#')];
  return known?.(count) ?? (retryAfter === undefined ? '' : (refusals?.wait(retryAfter) ?? ''));
};

/** Returns the server's success message in the app's language. */
export const serverText = (english: string): string => refusalText(english, undefined) || english;
