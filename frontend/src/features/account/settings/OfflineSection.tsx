import { useEffect, useState } from 'react';
import { isInstalled, useInstall } from '../../../sync/persistence/install';
import { clearPersisted, readPersisted } from '../../../sync/persistence/persistedCache';
import { usePersistenceStatus } from '../../../sync/persistence/persistenceStatus';
import { offlineTexts as texts } from '../../../texts/offline';
import { Button } from '../../../ui/Button';
import { notify } from '../../../ui/notify';
import { SettingsRow, SettingsSection } from './SettingsSection';

/** Returns the approximate number of stored bytes. */
const readStoredSize = async (): Promise<number> => {
  const kept = await readPersisted();
  return kept ? new Blob([JSON.stringify(kept)]).size : 0;
};

const StoredDataRow = () => {
  const problem = usePersistenceStatus();
  const [size, setSize] = useState<number | null>(null);
  useEffect(() => {
    let isOver = false;
    void readStoredSize().then((found) => !isOver && setSize(found));
    return () => {
      isOver = true;
    };
  }, []);
  const clear = async (): Promise<void> => {
    await clearPersisted();
    setSize(await readStoredSize());
    notify.success(texts.kept.cleared);
  };
  const description = size === null ? texts.kept.looking : size === 0 ? texts.kept.none : texts.kept.size(size);
  return (
    <SettingsRow title={texts.kept.title} text={problem ? texts.notKept[problem] : description}>
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
  const description = isInstalled() ? installed : offer ? text : byBrowser;
  return (
    <SettingsRow title={texts.install.title} text={description}>
      {() => offer && <Button onClick={() => void offer.prompt()}>{texts.install.button}</Button>}
    </SettingsRow>
  );
};

/** The data stored on this device, and the installation of the app. */
export const OfflineSection = () => (
  <SettingsSection id="offline" title={texts.title} text={texts.text}>
    <StoredDataRow />
    <InstallRow />
  </SettingsSection>
);
