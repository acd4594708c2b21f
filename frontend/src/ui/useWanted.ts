import { useState } from 'react';
import type { CodePart } from '../lib/codePart';
import { sayPartFailure } from './sayPartFailure';

/**
 * For a part that a press opens: whether it is wanted and here, and how to want it. The button that was pressed stays until
 * then; where the code cannot be loaded, a message says so and the next press is the next try.
 */
export const useWanted = ({ want, forget }: Pick<CodePart<unknown>, 'want' | 'forget'>): [boolean, () => void] => {
  const [isWanted, setWanted] = useState(false);
  const load = async (): Promise<void> => {
    if ('code' in (await want())) {
      setWanted(true);
      return;
    }
    forget();
    sayPartFailure();
  };
  return [isWanted, () => void load()];
};
