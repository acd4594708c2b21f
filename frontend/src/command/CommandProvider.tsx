import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { CommandContext, type Shown } from './CommandContext';
import { keepEarlyKeys } from './earlyKeys';
import { stopTypeAhead, typeAhead } from './typeAhead';

/** Keeps what commands have opened. */
export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [shown, setShown] = useState<Shown | null>(null);
  const [panel, setPanel] = useState<string | null>(null);
  useEffect(keepEarlyKeys, []);
  const show = useCallback((next: Shown | null): void => {
    if (next) typeAhead(() => setShown(null));
    else stopTypeAhead();
    setShown(next);
  }, []);
  return <CommandContext value={{ shown, show, panel, setPanel }}>{children}</CommandContext>;
};
