import { LANGUAGE_NAMES } from '@contract/languageNames';
import { isLanguage, LANGUAGES } from '@contract/languages';
import { browserLanguage, LANGUAGE } from '../../../language/language';
import { chooseAccountLanguage } from '../../../lib/chooseLanguage';
import { succeeds } from '../../../sync/client/errors';
import { settingsTexts } from '../../../texts/settings';
import { Field } from '../../../ui/Field';
import { languageName } from '../../../ui/languageName';
import { Select } from '../../../ui/Select';
import { usePreferences, useUpdatePreferences } from './usePreferences';

const { appearance: texts } = settingsTexts;

const BROWSER_LANGUAGE = 'browser';

const ITEMS = [
  { value: BROWSER_LANGUAGE, label: texts.browserLanguage(LANGUAGE_NAMES[browserLanguage()]) },
  ...LANGUAGES.map((language) => ({ value: language as string, label: languageName(language), lang: language })),
];

/** The choice of a language. A new language reloads the page; drafts are kept. */
export const LanguageField = () => {
  const { preferences } = usePreferences();
  const update = useUpdatePreferences();
  const choose = async (value: string): Promise<void> => {
    const language = isLanguage(value) ? value : null;
    if (await succeeds(update({ language }), settingsTexts.failedToSaveLanguage)) chooseAccountLanguage(language);
  };
  return (
    <Field label={texts.language} hint={texts.languageHint} className="max-w-90">
      <Select
        value={preferences ? (preferences.language ?? BROWSER_LANGUAGE) : LANGUAGE}
        onValueChange={(value) => void choose(value)}
        disabled={!preferences}
        items={ITEMS}
      />
    </Field>
  );
};
