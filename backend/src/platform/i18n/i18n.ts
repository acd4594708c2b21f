import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parsePo } from 'pofile-ts';
import type { Language } from '../../../contract/languages.js';
import { ROOT } from '../lib/version.js';

/* The texts of mails and pushes. Code names a message by its English text (`i18n.t('Hello {name}', { name })`), and the
   translations are in `backend/locales/{language}/server.po`; the app's own are in `frontend/src/locales`. */

const fileOf = (language: Language): string => path.join(ROOT, 'backend/locales', language, 'server.po');

/** Reads the translations; untranslated messages stay English. */
function readMessages(language: Language): Messages {
  const file = fileOf(language);
  // An app that was installed without translations works in English.
  if (language === 'en' || !existsSync(file)) return {};
  const { items } = parsePo(readFileSync(file, 'utf8'));
  return Object.fromEntries(items.flatMap(({ msgid, msgstr: [text = ''] }) => (text === '' ? [] : [[msgid, text]])));
}

const known = new Map<Language, I18n>();

/** Returns the texts of a language, reading the file on first use. */
export function getI18n(language: Language): I18n {
  const present = known.get(language);
  if (present) return present;
  const i18n = setupI18n({ locale: language, messages: { [language]: readMessages(language) } });
  i18n.setMessagesCompiler(compileMessage);
  known.set(language, i18n);
  return i18n;
}
