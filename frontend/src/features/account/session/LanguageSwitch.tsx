import { Globe } from 'lucide-react';
import { isLanguage, LANGUAGES } from '@contract/languages';
import { LANGUAGE } from '../../../language/language';
import { chooseLanguage } from '../../../lib/chooseLanguage';
import { uiTexts } from '../../../texts/ui';
import { languageName } from '../../../ui/languageName';

/** The language selection before sign-in. It is the browser's own list, because the app's menus are not loaded yet. */
export const LanguageSwitch = () => (
  <label className="mt-10 inline-flex items-center gap-1.5 text-sm text-ink-3 hover:text-ink">
    <Globe className="size-4 flex-none" aria-hidden="true" />
    <select
      aria-label={uiTexts.language}
      className="h-8 cursor-pointer rounded-sm bg-transparent pointer-coarse:h-11"
      value={LANGUAGE}
      onChange={({ target: { value } }) => isLanguage(value) && chooseLanguage(value)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={language} className="bg-raised text-ink">
          {languageName(language)}
        </option>
      ))}
    </select>
  </label>
);
