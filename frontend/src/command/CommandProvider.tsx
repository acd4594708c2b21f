import { useState, type ReactNode } from 'react';
import { CommandContext, type Shown } from './CommandContext';

/** Keeps what commands have opened. */
export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [shown, show] = useState<Shown | null>(null);
  const [panel, setPanel] = useState<string | null>(null);
  return <CommandContext value={{ shown, show, panel, setPanel }}>{children}</CommandContext>;
};
