import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { isPushed, type PushObstacle, turnPushOff, turnPushOn, findPushObstacle } from '../../notifications/push';
import { brandName } from '../../../lib/brand';
import { useCurrentUser } from '../session/SessionContext';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { SettingsRow } from './SettingsSection';

const { device: texts } = settingsTexts.notifications;

type State = PushObstacle | 'looking' | 'off' | 'on' | 'failed';

const textOf = (state: State, isWanted: boolean): string => {
  if (state === 'on' && !isWanted) return texts.unwanted;
  if (state === 'looking' || state === 'off' || state === 'on') return texts.text(brandName());
  return texts.problems[state];
};

/** Whether this browser shows pushes while the app is closed; `isWanted`: whether the person wants pushes at all. */
export const PushRow = ({ isWanted }: { isWanted: boolean }) => {
  const client = useApolloClient();
  const { id } = useCurrentUser();
  const [state, setState] = useState<State>(() => findPushObstacle() ?? 'looking');
  const [isBusy, setBusy] = useState(false);
  const isOn = state === 'on';
  const isOpen = isOn || state === 'off' || state === 'failed';

  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const reason = findPushObstacle();
      const found = reason ?? ((await isPushed(id).catch(() => false)) ? 'on' : 'off');
      if (!isOver) setState(found);
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [id]);

  const turn = async (): Promise<void> => {
    setBusy(true);
    try {
      if (isOn) await turnPushOff(client);
      const reason = isOn ? null : await turnPushOn(client, id);
      setState(reason ?? ((await isPushed(id)) ? 'on' : 'off'));
    } catch {
      setState('failed');
    } finally {
      setBusy(false);
    }
  };

  return (
    <SettingsRow
      title={texts.title}
      text={<span role="status">{textOf(state, isWanted)}</span>}
      state={isOn ? texts.on : undefined}
    >
      {({ labelId }) =>
        isOpen && (
          <Button aria-describedby={labelId} pending={isBusy} onClick={() => void turn()}>
            {isOn ? texts.turnOff : texts.turnOn}
          </Button>
        )
      }
    </SettingsRow>
  );
};
