import type { Reason } from '@contract/reasons';
import { LANGUAGE } from '../language/language';
import type { reasonTexts } from '../texts/reasons';
import { loadExport } from './loadExport';
import type { translateRefusal } from './translateRefusal';
import { loadWords } from './words';

let reasons: typeof reasonTexts | undefined;
let translate: typeof translateRefusal | undefined;

/**
 * Loads the translations of reasons and refusals. English needs none, because the contract and the server have more
 * precise messages.
 */
export const loadReasonWords = async (): Promise<void> => {
  if (LANGUAGE === 'en' || translate) return;
  await loadWords(['reasons']);
  reasons = await loadExport(() => import('../texts/reasons'), 'reasonTexts');
  translate = await loadExport(() => import('./translateRefusal'), 'translateRefusal');
};

/** Returns why a field was refused, in the app's language, or in English until the translations are loaded. */
export const reasonText = ({ key, params }: Pick<Reason, 'key' | 'params'>, english: string): string =>
  reasons?.[key]?.(params) ?? english;

/** Returns the server's refusal in the app's language; '' without a translation, so the page shows its own message. */
export const refusalText = (english: string, retryAfter: number | undefined): string =>
  LANGUAGE === 'en' ? english : (translate?.(english, retryAfter) ?? '');

/** Returns the server's success message in the app's language. */
export const serverText = (english: string): string => refusalText(english, undefined) || english;
