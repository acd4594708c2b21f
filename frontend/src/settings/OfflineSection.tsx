import { useEffect, useState } from 'react';
import { isInstalled, useInstall } from '../offline/install';
import { clearKept, readKept } from '../offline/kept';
import { useKeeping } from '../offline/keeping';
import { offlineTexts as texts } from '../texts/offline';
import { Button } from '../ui/Button';
import { notify } from '../ui/notify';
import { SettingsRow, SettingsSection } from './SettingsSection';

/** How many bytes are kept, about; null while that is found out. */
const useSize = () => {
  const [size, setSize] = useState<number | null>(null);
  const look = async (): Promise<void> => {
    const kept = await readKept();
    setSize(kept ? new Blob([JSON.stringify(kept)]).size : 0);
  };
  useEffect(() => void look(), []);
  return [size, look] as const;
};

const KeptRow = () => {
  const problem = useKeeping();
  const [size, look] = useSize();
  const clear = async (): Promise<void> => {
    await clearKept();
    await look();
    notify.success(texts.kept.cleared);
  };
  const said = size === null ? texts.kept.looking : size === 0 ? texts.kept.none : texts.kept.size(size);
  return (
    <SettingsRow title={texts.kept.title} text={problem ? texts.notKept[problem] : said}>
      {() =>
        size !== null &&
        size > 0 && (
          <Button aria-label={texts.kept.clearLabel} onClick={() => void clear()}>
            {texts.kept.clear}
          </Button>
        )
      }
    </SettingsRow>
  );
};

const InstallRow = () => {
  const offer = useInstall();
  if (!window.isSecureContext) return null;
  const { text, byBrowser, installed } = texts.install;
  const said = isInstalled() ? installed : offer ? text : byBrowser;
  return (
    <SettingsRow title={texts.install.title} text={said}>
      {() => offer && <Button onClick={() => void offer.prompt()}>{texts.install.button}</Button>}
    </SettingsRow>
  );
};

/** What this device keeps, and the app as a window of its own. */
export const OfflineSection = () => (
  <SettingsSection id="offline" title={texts.title} text={texts.text}>
    <KeptRow />
    <InstallRow />
  </SettingsSection>
);
