import { settingsTexts } from '../texts/settings';
import { SettingsRow } from './SettingsRow';

/** A setting that this installation does not have yet: it says what it is for, and offers nothing to press. */
export const ComingRow = ({ title, text }: { title: string; text: string }) => (
  <SettingsRow title={title} text={text}>
    {() => <span className="flex-none text-xs text-ink-3">{settingsTexts.notAvailable}</span>}
  </SettingsRow>
);
