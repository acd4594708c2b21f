import { useEffect, useEffectEvent } from 'react';
import { onConnectionBack } from './connection';

/** While something waits for the connection, calls back each time that the connection may be back. */
export const useConnectionBack = (isWaiting: boolean, onBack: () => void): void => {
  const back = useEffectEvent(onBack);
  useEffect(() => (isWaiting ? onConnectionBack(() => back()) : undefined), [isWaiting]);
};
